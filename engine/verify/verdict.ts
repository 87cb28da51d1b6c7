import type { Folded } from '../cite/match/folded.ts';
import { tidied } from '../cite/quote-text.ts';
import type { Range, UnreadFile } from '../model/source.ts';
import type { Change, DiffPart, FoundPlace, Verdict, VerifiedCitation } from '../model/verification.ts';
import { placeWords } from '../model/wording/place-words.ts';
import { type Unread, unreadPlaces } from '../model/wording/unread.ts';
import {
  type CitationSearch,
  type Piece,
  type SimilarFound,
  shortQuote,
  type WordsFound,
} from './citation-search.ts';
import { canBeNamed } from './pages.ts';

/** What could not be read: whole files by their index, and parts of files that were read. */
export type Gaps = { failed: ReadonlyMap<number, UnreadFile>; parts: ReadonlyMap<number, UnreadParts> };
/** `ranges` are the parts of the file that were read. */
export type UnreadParts = { name: string; unread: readonly Unread[]; ranges: readonly Range[] };

/** A quote is altered, and not unknown, if this share of it is in the sources word for word. */
const leastCovered = 0.5;
/** A quote that is this similar to one place has changed words; it is not joined from several places. */
const clearlyOnePlace = 0.8;
const mostPieces = 4;

type Assessment = Pick<VerifiedCitation, 'verdict' | 'detail' | 'found'> &
  Partial<Pick<VerifiedCitation, 'similarity' | 'diff' | 'changes' | 'claim'>>;

type Joined = Assessment & { changes: Change[] };

/** The verdict of a citation after all sources were searched. */
export function verdictOf(search: CitationSearch, gaps: Gaps): VerifiedCitation {
  const { id, ...given } = search.given;
  const assessment = assess(search, gaps);
  const { verdict, claim } = assessment;
  const isThere = verdict === 'exact' || verdict === 'typography';
  return { id, given, passes: isThere && claim?.supported !== false, places: search.places, ...assessment };
}

function assess(search: CitationSearch, gaps: Gaps): Assessment {
  const { words, similar } = search;
  if (words?.isNamedSource && words.page !== 'other') return foundWords(search, words);
  const unread = whyUnreadable(search, gaps) ?? whyUnsearched(search);
  if (unread !== null) return { verdict: 'unreadable', detail: unread, found: words?.found ?? null };
  if (words) return foundElsewhere(search, words);
  const joined = joinedFrom(search);
  if (joined && !(similar && isInOnePlace(similar, joined.changes))) return joined;
  if (!similar) return { verdict: 'not_found', detail: whyNotFound(search), found: null };
  const { found, similarity, diff, changes, claim } = similar;
  const where = isNamedPlace(search, similar) ? '' : ` The similar words are ${at(found)}.`;
  const detail = `${changes.slice(0, 3).map(changeWords).join(' ')}${moreChanges(changes)}${where}`;
  return { verdict: 'altered', detail, found, similarity, diff, changes, ...withClaim(claim) };
}

/** Whether similar words are the source of the whole quote, which then is not joined from several places. */
function isInOnePlace({ similarity, changes }: SimilarFound, joints: readonly Change[]): boolean {
  const kinds = new Set(joints.map(({ kind }) => kind));
  const isChanged = kinds.has('words') && kinds.has('omission') && !kinds.has('joined');
  return similarity >= clearlyOnePlace || isChanged || changes.every(({ quote }) => quote === '');
}

function foundWords({ given, incomplete }: CitationSearch, { found, page, claim }: WordsFound): Assessment {
  const isExact = found.match === 'exact';
  const verdict: Verdict = isExact ? 'exact' : 'typography';
  const recognised = found.match === 'approximate';
  const sentences = [
    isExact
      ? `The words are ${at(found)}.`
      : recognised
        ? `The words are ${at(found)}, apart from letters that were misread in the picture.`
        : `The words are ${at(found)}; only typography differs.`,
    given.page !== undefined && page === 'unchecked'
      ? 'The source has no such page numbers, so the page was not compared.'
      : '',
    found.hidden ? 'A reader of the document does not see them.' : '',
    incomplete === null ? '' : `${limitReached(incomplete)} There can be more places than were counted.`,
    ...(claim?.differences.map(({ text }) => text) ?? []),
  ];
  return { verdict, detail: sentences.filter((one) => one !== '').join(' '), found, ...withClaim(claim) };
}

function foundElsewhere({ given, named }: CitationSearch, words: WordsFound): Assessment {
  const { found, claim, isNamedSource } = words;
  if (isNamedSource) {
    const detail = `The words are not on ${namedPage(given.page)}. They are ${at(found)}.`;
    return { verdict: 'wrong_page', detail, found, ...withClaim(claim) };
  }
  const unknown =
    named?.length === 0 ? `No source is named ${given.source}.` : `The words are not in ${given.source}.`;
  return { verdict: 'wrong_source', detail: `${unknown} They are ${at(found)}.`, found, ...withClaim(claim) };
}

function isNamedPlace(
  { given }: CitationSearch,
  { isNamedSource, page }: Pick<WordsFound, 'isNamedSource' | 'page'>,
) {
  return isNamedSource && given.source !== undefined && page !== 'other';
}

function withClaim(claim: WordsFound['claim']): Pick<Assessment, 'claim'> {
  return claim === null ? {} : { claim };
}

/**
 * Why the quote could be in a place that was not read; null if it could not. A citation that names a source depends on
 * this source only, and a citation that names a page on this page only.
 */
function whyUnreadable({ named, given, words, similar }: CitationSearch, gaps: Gaps): string | null {
  const { failed, parts } = gaps;
  const isUnknown = named?.length === 0;
  // A file that was not read can have an unknown name, but not words that another file has.
  if (isUnknown && words) return null;
  const files = named === null || isUnknown ? [...failed.keys(), ...parts.keys()] : named;
  const [first] = files.flatMap((file) => failed.get(file) ?? []);
  if (first) return `${first.name} was not read: ${first.message}`;
  for (const file of files) {
    const part = parts.get(file);
    // Without a page, similar words that were found are more probable than equal words on a page that was not read.
    if (!part || (given.page === undefined && similar)) continue;
    const place = part.unread.find(({ where }) => canBeNamed(given, where, part.ranges));
    if (!place) continue;
    const where = given.page === undefined ? (unreadPlaces(part.unread)[0] ?? place) : place;
    return `${part.name}, ${where.where}, was not read: ${where.reason}`;
  }
  return null;
}

/** Why the words could be in a part of a source that was not searched; null if they could not. */
function whyUnsearched({ incomplete, words }: CitationSearch): string | null {
  if (incomplete === null) return null;
  const found = words ? `The words are ${at(words.found)}, but they may also be at the named place. ` : '';
  return `${found}${limitReached(incomplete)}`;
}

function limitReached(source: string): string {
  return `${source} was not searched to the end for this quote, because the search reached its limit.`;
}

function whyNotFound({ named, given, folded }: CitationSearch): string {
  const { length } = folded.chars;
  if (length === 0) return 'The quote has no words.';
  if (length < shortQuote && (!named?.length || given.page === undefined)) {
    const unknown = named?.length === 0 ? `No source is named ${given.source}. ` : '';
    return `${unknown}No source has these words. Similar words of so short a quote are found reliably only on a page that the citation names.`;
  }
  return named?.length === 0
    ? `No source is named ${given.source}, and no source has these words, or most of them in one place.`
    : 'No source has these words, or most of them in one place.';
}

/**
 * A quote with parts that are word for word in the sources, but not next to each other, or beside words that no source
 * has. Null if these parts are less than half of the quote.
 */
function joinedFrom({ given, folded, pieces }: CitationSearch): Joined | null {
  const inOrder = chosen(pieces);
  const [first] = inOrder;
  const covered = inOrder.reduce((sum, { from, to }) => sum + to - from, 0);
  if (!first || covered < folded.chars.length * leastCovered) return null;
  const diff: DiffPart[] = [];
  const changes: Change[] = [];
  const addWords = (from: number, to: number): void => {
    const added = textBetween(given.quote, folded, from, to);
    if (added === '') return;
    diff.push({ in: 'quote', text: added });
    changes.push({ kind: 'words', source: '', quote: added });
  };
  let before: Piece | null = null;
  for (const piece of inOrder) {
    addWords(before?.to ?? 0, piece.from);
    if (before) {
      const kind = isLittleAfter(before, piece) ? 'omission' : 'joined';
      diff.push({ in: 'source', text: '[…]' });
      changes.push({ kind, source: '', quote: piece.text });
    }
    diff.push({ in: 'both', text: piece.text });
    before = piece;
  }
  addWords(before?.to ?? 0, folded.chars.length);
  const similarity = covered / folded.chars.length;
  return {
    verdict: 'altered',
    detail: joinedWords(inOrder, changes),
    found: first.found,
    similarity,
    diff,
    changes,
  };
}

function joinedWords(pieces: readonly Piece[], changes: readonly Change[]): string {
  const places = pieces.map(({ found }) => at(found)).join(' and ');
  const adds = changes.some(({ kind }) => kind === 'words')
    ? ' It also has words that no source has there.'
    : '';
  if (changes.some(({ kind }) => kind === 'joined'))
    return `The quote joins words that are not next to each other: ${places}.${adds}`;
  return pieces.length > 1
    ? `The quote leaves out words of the source (${places}).${adds}`
    : `Only a part of the quote is ${places}. The rest is not there.`;
}

/** The text of the quote between two positions of its folded form; '' if there are no words between them. */
function textBetween(quote: string, { starts, ends }: Folded, from: number, to: number): string {
  return from < to ? tidied(quote.slice(starts[from], ends[to - 1])) : '';
}

/** The longest pieces that do not overlap, in the order of the quote. */
function chosen(pieces: readonly Piece[]): Piece[] {
  const taken: Piece[] = [];
  for (const piece of pieces) {
    if (taken.length === mostPieces) break;
    if (taken.every(({ from, to }) => piece.to <= from || to <= piece.from)) taken.push(piece);
  }
  return taken.sort((one, other) => one.from - other.from);
}

/** At most this many characters can be left out; words that are further apart are joined. */
const longestOmission = 1_000;

function isLittleAfter({ found }: Piece, { found: next }: Piece): boolean {
  const gap = next.start - found.end;
  return found.source.fileIndex === next.source.fileIndex && gap >= 0 && gap <= longestOmission;
}

function changeWords({ kind, source, quote }: Change): string {
  const changed = changedNames[kind];
  if (source === '') return `The quote adds ${changed}: “${quote}”.`;
  if (quote === '') return `The quote leaves out ${changed}: “${source}”.`;
  return `The quote changes ${changed}: the source has “${source}”, the quote “${quote}”.`;
}

const changedNames: Record<Change['kind'], string> = {
  number: 'a number',
  negation: 'a negation',
  name: 'a name',
  modality: 'how strongly the sentence binds',
  omission: 'words',
  joined: 'words',
  words: 'words',
};

function moreChanges(changes: readonly Change[]): string {
  return changes.length > 3 ? ` ${changes.length - 3} more changes.` : '';
}

/** Names the place of the words: "in policy.pdf, page 23, numbered 17". */
function at({ source, locator }: FoundPlace): string {
  const label = locator.kind === 'page' ? locator.pageLabel : undefined;
  const numbered = label !== undefined && locator.kind === 'page' && label !== String(locator.page);
  return `in ${source.name}, ${placeWords(locator)}${numbered ? `, numbered ${label}` : ''}`;
}

/** A page as a citation names it: by its position in the file, or by the number that it shows. */
function namedPage(page: number | string | undefined): string {
  return typeof page === 'string' ? `the page numbered ${page}` : `page ${page}`;
}
