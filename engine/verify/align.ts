import { asciiEnd, isDigit, isNumberPart, isUnspaced } from '../cite/match/characters.ts';
import { fold } from '../cite/match/fold.ts';
import { type Folded, joints } from '../cite/match/folded.ts';
import { type Hit, strictMatches } from '../cite/match/strict-match.ts';
import { detectLanguage } from '../language/detect.ts';
import { english } from '../language/english.ts';

/** A word of a folded text: its folded characters, and its range in the folded text. */
type FoldedWord = { form: string; from: number; to: number };

/** Words of the quote opposite words of the source. Equal words are opposite each other; '' is in no alignment. */
export type Step = { quote: FoldedWord | null; source: FoldedWord | null; same: boolean };

/** A quote beside the words of the source that are most similar to it. */
export type Alignment = {
  steps: Step[];
  /** The range of the folded source, end exclusive. */
  from: number;
  to: number;
  /** The share of words that are the same, 0 to 1, of the longer of the two texts. */
  similarity: number;
};

/** Steps to find the words of a text, for each character. */
const stepsOfCharacter = 4;
/** How many pairs of words are compared in one step. */
const cellsOfStep = 4;

/**
 * Aligns the whole quote with the words of a part of the source (`from` to `to`) with the fewest words changed, left
 * out or added. Words that a hyphen joins to the found ones belong to them, and numbers that are joined in another way
 * are different. Null if one of the two has no words, or if `take` permits no more steps.
 */
export function alignQuote(
  quote: Folded,
  source: Folded,
  { from, to }: Hit,
  take: (steps: number) => boolean,
): Alignment | null {
  if (!take(stepsOfCharacter * (quote.chars.length + Math.max(0, to - from)))) return null;
  const claimed = wordsBetween(quote, 0, quote.chars.length);
  const stored = wordsBetween(source, ...withJoined(source, from, to));
  if (!take((claimed.length * stored.length) / cellsOfStep)) return null;
  const matched = bestSteps(claimed, stored);
  // Counted first: numbers that are only joined in another way make a place no less similar.
  const same = matched.filter((step) => step.same).length;
  const steps = withJoinedWords(withNumberJoints(matched, quote, source), source, stored);
  const placed = steps.flatMap((step) => step.source ?? []);
  const first = placed[0];
  const last = placed.at(-1);
  if (!first || !last) return null;
  const similarity = same / Math.max(claimed.length, placed.length);
  return { steps, from: first.from, to: last.to, similarity };
}

/** Hyphens are followed out of the compared part for at most this number of characters. */
const joinedReach = 2_000;

/** The part with all of the hyphenated words of which it has one end: a page can begin after the hyphen of "non-disclosure". */
function withJoined(source: Folded, from: number, to: number): [from: number, to: number] {
  const isInside = (at: number) =>
    at > 0 && at < source.chars.length && (!isWordStart(source, at) || isHyphen(source.joints[at]));
  let [start, end] = [from, to];
  while (start > from - joinedReach && isInside(start)) start -= 1;
  while (end < to + joinedReach && isInside(end)) end += 1;
  return [start, end];
}

const isHyphen = (joint: number | undefined): boolean => joint === joints.glued || joint === joints.tied;

/** Makes neighbouring numbers different that the two texts join differently: "1-5" is not "1, 5". */
function withNumberJoints(steps: Step[], quote: Folded, source: Folded): Step[] {
  for (const [at, step] of steps.entries()) {
    const before = steps[at - 1];
    if (!before?.quote || !before.source || !step.same || !step.quote || !step.source) continue;
    const [claimed, stored] = [step.quote.from, step.source.from];
    if (before.quote.form !== before.source.form) continue;
    if (!isNumberPart(quote.chars.charAt(claimed - 1)) || !isNumberPart(quote.chars.charAt(claimed)))
      continue;
    if (hasSameJoint(quote.joints[claimed], source.joints[stored])) continue;
    before.same = false;
    step.same = false;
  }
  return steps;
}

function hasSameJoint(one: number | undefined, other: number | undefined): boolean {
  const hyphens: (number | undefined)[] = [joints.glued, joints.parted, joints.tied];
  return one === other || (hyphens.includes(one) && hyphens.includes(other));
}

/** Adds the other parts of hyphenated words of which the alignment has one end: "disclosure" is not "non-disclosure". */
function withJoinedWords(steps: Step[], { joints: ties }: Folded, stored: readonly FoldedWord[]): Step[] {
  const placed = steps.flatMap((step) => step.source ?? []);
  const [first, last] = [placed[0], placed.at(-1)];
  if (!first || !last) return steps;
  const isHyphenated = (word: FoldedWord | undefined): boolean => isHyphen(word && ties[word.from]);
  let [from, to] = [stored.indexOf(first), stored.indexOf(last)];
  while (from > 0 && isHyphenated(stored[from])) from -= 1;
  while (isHyphenated(stored[to + 1])) to += 1;
  const added = (words: FoldedWord[]) =>
    words.map((word): Step => ({ quote: null, source: word, same: false }));
  return [
    ...added(stored.slice(from, stored.indexOf(first))),
    ...steps,
    ...added(stored.slice(stored.indexOf(last) + 1, to + 1)),
  ];
}

/** How a cell of the table of both rows of words is reached with the fewest changes. */
const moves = { both: 0, quote: 1, source: 2 } as const;

/** All words of two texts beside each other, in which numbers that are joined in another way are different. */
export function alignTexts(quote: Folded, source: Folded): Step[] {
  const [claimed, stored] = [quote, source].map((text) => wordsBetween(text, 0, text.chars.length));
  return withNumberJoints(bestSteps(claimed ?? [], stored ?? [], true), quote, source);
}

/**
 * The alignment of all words of the quote with the fewest words changed, left out or added. Source words before and after
 * it cost nothing, unless the source is `whole`. Of alignments with equally few changes, the one that ends last; of equally good moves, `both` comes
 * before `quote`, and `quote` before `source`.
 */
function bestSteps(claimed: readonly FoldedWord[], stored: readonly FoldedWord[], whole = false): Step[] {
  const numbers = new Map<string, number>();
  for (const { form } of claimed) if (!numbers.has(form)) numbers.set(form, numbers.size);
  const words = Int32Array.from(stored, ({ form }) => numbers.get(form) ?? -1);
  const width = stored.length + 1;
  const table = new Uint8Array(claimed.length * width);
  /** The fewest changes up to each column: of this row before `column`, and of the row above from it on. */
  const changes = Int32Array.from({ length: width }, (_, column) => (whole ? column : 0));
  for (const [row, { form }] of claimed.entries()) {
    const word = numbers.get(form);
    let diagonal = row;
    let left = row + 1;
    changes[0] = left;
    table[row * width] = moves.quote;
    for (let column = 1; column < width; column += 1) {
      const above = changes[column] ?? 0;
      const both = words[column - 1] === word ? diagonal : diagonal + 1;
      const least = Math.min(both, above + 1, left + 1);
      table[row * width + column] = least === both ? moves.both : least > above ? moves.quote : moves.source;
      changes[column] = least;
      diagonal = above;
      left = least;
    }
  }
  const steps: Step[] = [];
  const fewest = changes.reduce((one, other) => Math.min(one, other));
  let [row, column] = [claimed.length, whole ? stored.length : changes.lastIndexOf(fewest)];
  while (row > 0 || (whole && column > 0)) {
    const move = row === 0 ? moves.source : table[(row - 1) * width + column];
    const quote = move === moves.source ? null : (claimed[row - 1] ?? null);
    const source = move === moves.quote ? null : (stored[column - 1] ?? null);
    if (quote) row -= 1;
    if (source) column -= 1;
    steps.push({ quote, source, same: quote !== null && quote.form === source?.form });
  }
  return steps.reverse();
}

/** The steps in runs that are all the same or all different. */
function runsOf(steps: readonly Step[]): Step[][] {
  const runs: Step[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    if (run?.[0]?.same === step.same) run.push(step);
    else runs.push([step]);
  }
  return runs;
}

/**
 * Words that are the same in both texts, or that differ. `isCut`: the quote has none, but an ellipsis or the end of a
 * sentence.
 */
export type Group = { same: boolean; quote: string; source: string; isCut?: boolean };

const cut = /…|\.\.\.|[.!?]["”’)]*\s+\P{L}*\p{Lu}/u;

/**
 * The words of an alignment in groups, as the two texts write them. Words that differ only in spaces and hyphens, which
 * readers of PDFs lose, are the same.
 */
export function groupsOf(
  steps: readonly Step[],
  textOfQuote: (from: number, to: number) => string,
  textOfSource: (from: number, to: number) => string,
): Group[] {
  const groups: Group[] = [];
  const runs = runsOf(steps);
  for (const [at, run] of runs.entries()) {
    const words = run.flatMap((step) => step.quote ?? []);
    const quote = textBetween(words, textOfQuote);
    const source = textBetween(
      run.flatMap((step) => step.source ?? []),
      textOfSource,
    );
    const around = [runs[at - 1]?.at(-1)?.quote ?? [], runs[at + 1]?.[0]?.quote ?? []].flat();
    const isCut = words.length === 0 && cut.test(textBetween(around, textOfQuote));
    add(groups, {
      ...{ same: run[0]?.same === true || saysSame(quote, source), quote, source },
      ...(isCut && { isCut }),
    });
  }
  return groups;
}

function add(groups: Group[], group: Group): void {
  const last = groups.at(-1);
  if (!last?.same || !group.same) {
    groups.push(group);
    return;
  }
  last.quote = `${last.quote} ${group.quote}`;
  last.source = `${last.source} ${group.source}`;
}

function textBetween(words: FoldedWord[], textOf: (from: number, to: number) => string): string {
  const [first] = words;
  const last = words.at(-1);
  return first && last ? textOf(first.from, last.to) : '';
}

function saysSame(quote: string, source: string): boolean {
  const [one, other] = [fold(quote), fold(source)];
  if (one.chars !== other.chars) return false;
  return one.chars === '' || !strictMatches(one, other).next().done;
}

/** The words between two positions of a folded text; a word that is cut by the range is left out. */
export function wordsBetween(folded: Folded, from: number, to: number): FoldedWord[] {
  const words: FoldedWord[] = [];
  let at = Math.max(0, from);
  const end = Math.min(folded.chars.length, to);
  while (at < end && !isWordStart(folded, at)) at += 1;
  while (at < end) {
    let next = at + 1;
    while (next <= end && next < folded.chars.length && !isWordStart(folded, next)) next += 1;
    if (next <= end) words.push({ form: folded.chars.slice(at, next), from: at, to: next });
    at = next;
  }
  return words;
}

/**
 * Whether a word, or a part of a hyphenated word, begins at a position. In scripts without spaces each character counts
 * as a word. The end of the text counts as a start.
 */
function isWordStart({ joints: ties, chars }: Folded, at: number): boolean {
  if (at === 0 || at >= chars.length) return true;
  if (ties[at] !== joints.none) return true;
  if (chars.charCodeAt(at) < asciiEnd && chars.charCodeAt(at - 1) < asciiEnd) return false;
  return isUnspaced(chars.charAt(at)) || isUnspaced(chars.charAt(at - 1));
}

/** At least this many telling words of a short quote must be unchanged; one is enough on a page that is named. */
const leastTelling = 2;

/**
 * Whether similar words show that a short quote was altered: with one change only, at least two of its words other than
 * small words such as "of" and "the" are in the source, in the same order. On the page that the citation names, one such
 * word is enough.
 */
export function showsAlteration(quote: string, { steps }: Alignment, isNamedPage: boolean): boolean {
  const small = detectLanguage(quote).stopWords;
  const isTelling = (form: string): boolean => !english.stopWords.has(form) && !small.has(form);
  let telling = 0;
  let changes = 0;
  for (const [at, { same, quote: word }] of steps.entries()) {
    if (same) telling += word && isTelling(word.form) ? weightOf(word.form) : 0;
    else if (at === 0 || steps[at - 1]?.same) changes += 1;
  }
  return isNamedPage ? telling >= 1 : changes === 1 && telling >= leastTelling;
}

/** A digit or a letter of a script without spaces tells less than a word. */
function weightOf(form: string): number {
  return form.length === 1 && (isDigit(form) || isUnspaced(form)) ? 0.5 : 1;
}
