import { readableText } from '../chunk/readable-text.ts';
import { type Quantity, quantitiesOf, saysSame } from '../label/quantities.ts';
import type { Citation } from '../model/citation.ts';
import type { Passage, Passages } from '../model/passage.ts';
import { overlapping, type Source, type Span } from '../model/source.ts';
import { aroundNumber, type Clause, clauseAt, clausesNamed } from './clauses.ts';
import { cues } from './cues.ts';

/**
 * Why a place may limit a quote:
 * - `ends`: a sentence that names the clause of the quote says that it is deleted, replaced, suspended or without effect;
 * - `unreal`: the words around the quote call it an example, a draft, a proposal or a former text;
 * - `reported`: the quote is in quotation marks, so that it can be somebody else's words;
 * - `names`: a sentence that names the clause of the quote speaks about the clause and does not merely refer to it, or has
 *   another number with the same unit;
 * - `bears`: a sentence that names the clause of the quote may change it in another way;
 * - `limits`: a sentence of the same passage has an exception or a condition;
 * - `follows`: the next sentence speaks of the quote;
 * - `defines`: a sentence defines a term of the quote.
 */
export type RiskKind = 'ends' | 'unreal' | 'reported' | 'names' | 'bears' | 'limits' | 'follows' | 'defines';

/** A place that may limit a quote. The offsets are those of a whole sentence in the source. */
export type Risk = Span & { kind: RiskKind; source: Source; passage: string; text: string };

/** How many places are shown for the quotes of an answer, the gravest kinds first. */
const mostRisks = 8;
const order: RiskKind[] = ['ends', 'unreal', 'reported', 'names', 'bears', 'follows', 'limits', 'defines'];

/** `at` is the position of the sentence among those of its source. */
type Placed = Span & { passage: Passage; at: number };

/**
 * A sentence that names a clause. `isAbout`: it speaks about the clause. `isEffective`: it has a word of effect.
 * `quantities` are those of the sentence, found when they are first needed.
 */
type Naming = { place: Placed; isAbout: boolean; isEffective: boolean; quantities?: Quantity[] };

/** The sentences of a subject, and those that name a clause or define a term. Made once for all rules of a subject. */
type Index = {
  /** For each source, its sentences in the order of the text. */
  bySource: Map<Source, Placed[]>;
  /** The sentences that name a clause, by the number of the clause, but for its own sentences without a word of effect. */
  naming: Map<string, Naming[]>;
  /** The sentence that defines a term, by the term in lower case. */
  defining: Map<string, Placed>;
  /** The number of the clause that each sentence belongs to; none before the first numbered clause. */
  clauses: Map<Placed, string>;
  /** Every clause that a source has, by `keyOf`. */
  numbered: Set<string>;
};

const indexes = new WeakMap<readonly Source[], Index>();

type Quoted = {
  citations: readonly Citation[];
  /** What the quotes are to support. Words of their sentences before and after its words introduce or comment on it. */
  statement: string;
};

/**
 * The places that may limit the quotes of an answer, found by the words of the documents alone. Which of them do is for
 * the checker to decide. The time grows linearly with the text, once for all rules of a subject.
 */
export function risksOf(
  { citations, statement }: Quoted,
  passages: Passages,
  searched: readonly Source[],
): Risk[] {
  const index = indexes.get(searched) ?? indexOf(passages, searched);
  indexes.set(searched, index);
  const quoted = citations
    .filter(({ source, stance }) => source.role === 'input' && stance !== 'qualifies' && stance !== 'defines')
    .flatMap((citation) => sentencesIn(citation, index));
  const own = new Set(quoted);
  const stated = new Set(wordsOf(statement).map(({ stem }) => stem));
  const found = new Map<Placed, RiskKind>();
  const add = (place: Placed | undefined, kind: RiskKind) => {
    if (place === undefined || (own.has(place) && kind !== 'unreal' && kind !== 'reported')) return;
    const known = found.get(place);
    if (known === undefined || order.indexOf(kind) < order.indexOf(known)) found.set(place, kind);
  };
  for (const sentence of quoted) {
    for (const [place, kind] of bearing(sentence, index)) add(place, kind);
    for (const place of around(sentence, index)) {
      if (place.at === sentence.at + 1 && pointsBack(place)) add(place, followingKind(place));
      else if (place.passage === sentence.passage && cues.limits.test(textOf(place))) add(place, 'limits');
    }
    for (const note of footnotesOf(sentence, index)) add(note, 'limits');
    const lead = leadInto(sentence, index);
    if (lead !== null) add(lead, 'unreal');
    const frame = framed(sentence, stated, index);
    if (frame !== null) add(sentence, frame);
    const words = textOf(sentence).toLowerCase();
    for (const [term, place] of index.defining) if (words.includes(term)) add(place, 'defines');
  }
  return [...found]
    .sort(([, one], [, other]) => order.indexOf(one) - order.indexOf(other))
    .slice(0, mostRisks)
    .map(([place, kind]) => {
      const { start, end, passage } = place;
      return { start, end, kind, source: passage.source, passage: passage.id, text: textOf(place) };
    });
}

function indexOf(passages: Passages, searched: readonly Source[]): Index {
  const own = new Set(searched);
  const index: Index = {
    bySource: new Map(),
    naming: new Map(),
    defining: new Map(),
    clauses: new Map(),
    numbered: new Set(),
  };
  let clause: Clause | null = null;
  for (const passage of passages.values()) {
    const { source } = passage;
    if (!own.has(source) || source.role !== 'input') continue;
    const spans = passage.sentences.length > 0 ? passage.sentences : [passage];
    const inSource = index.bySource.get(source) ?? [];
    index.bySource.set(source, inSource);
    clause = clauseAt(passage.headingPath.at(-1) ?? '', source, clause);
    for (const { start, end } of spans) {
      const text = readableText(source.content, { start, end });
      const place: Placed = { start, end, passage, at: inSource.length };
      inSource.push(place);
      clause = clauseAt(text, source, clause);
      if (clause?.source === source) {
        const number = `${clause.number}${clause.part}`;
        index.clauses.set(place, number);
        index.numbered.add(keyOf(source, number));
      }
      const whole = withLeadIn(place, inSource);
      const isEffective = hasEffect(whole);
      for (const [named, isAbout] of clausesNamed(whole)) {
        // A heading names its own clause.
        if (isEffective || index.clauses.get(place) !== named) {
          const places = index.naming.get(named) ?? [];
          places.push({ place, isAbout, isEffective });
          index.naming.set(named, places);
        }
      }
      const term = definedTerm(text);
      if (term !== null && !index.defining.has(term)) index.defining.set(term, place);
    }
  }
  return index;
}

/** A sentence with the one before, if that one ends with a colon: "The following is deleted:", "clause 5.1". */
function withLeadIn(place: Placed, inSource: readonly Placed[]): string {
  const before = inSource[place.at - 1];
  const lead = before === undefined ? '' : textOf(before);
  return /:\s*$/.test(lead) ? `${lead} ${textOf(place)}` : textOf(place);
}

function keyOf({ role, fileIndex }: Source, number: string): string {
  return `${role} ${fileIndex} ${number}`;
}

/** Matches a term in quotation marks at the beginning of its definition. */
const definition =
  /^[^\p{L}"“„«]{0,8}["“„«]([^"“”»]{2,60})["”“»]\s{1,3}(?:shall mean|means?|has the meaning|includes?|bedeutet|bezeichnet|désigne|signifie|significa)(?!\p{L})/iu;

function definedTerm(text: string): string | null {
  return definition.exec(text)?.[1]?.trim().toLowerCase() ?? null;
}

function sentencesIn(
  { source: { fileIndex, role, sha256 }, start, end }: Citation,
  { bySource }: Index,
): Placed[] {
  for (const [source, places] of bySource) {
    if (source.sha256 !== sha256 || source.role !== role || source.fileIndex !== fileIndex) continue;
    return overlapping(places, { start, end });
  }
  return [];
}

function textOf({ passage, start, end }: Placed): string {
  return readableText(passage.source.content, { start, end });
}

/**
 * The sentences elsewhere that name the clause of a sentence, or a clause around it. A sentence of another file that has
 * a clause of this number itself can mean its own.
 */
function bearing(sentence: Placed, { naming, clauses, numbered, bySource }: Index): [Placed, RiskKind][] {
  const number = clauses.get(sentence);
  if (number === undefined) return [];
  const { source } = sentence.passage;
  const stated = quantitiesOf(textOf(sentence));
  return aroundNumber(number).flatMap((name) =>
    (naming.get(name) ?? []).flatMap((one): [Placed, RiskKind][] => {
      const { place, isAbout, isEffective } = one;
      const isCertain =
        clauses.get(place) !== number &&
        (place.passage.source === source || !numbered.has(keyOf(place.passage.source, name)));
      // Most places only refer to the clause, and their words need not be read again.
      const ends = () => endsClause(withLeadIn(place, bySource.get(place.passage.source) ?? []), name);
      if (isCertain && isEffective && ends()) return [[place, 'ends']];
      const isElsewhere = isCertain && clauses.get(place) !== name;
      if (isElsewhere && (isAbout || saysOther(one, stated))) return [[place, 'names']];
      return isEffective ? [[place, 'bears']] : [];
    }),
  );
}

/** Whether a sentence that names a clause has a number with a unit of the clause, but not a number of the clause. */
function saysOther(naming: Naming, stated: readonly Quantity[]): boolean {
  if (stated.every(({ unit }) => unit === null)) return false;
  naming.quantities ??= quantitiesOf(textOf(naming.place));
  return naming.quantities.some(
    (other) =>
      other.unit !== null &&
      stated.some(({ unit }) => unit === other.unit) &&
      !stated.some((one) => saysSame(one, other)),
  );
}

function hasEffect(text: string): boolean {
  return cues.ends.test(text) || cues.bears.test(text);
}

/** Whether a sentence has a word of the end of a clause near the number of this clause. */
function endsClause(text: string, name: string): boolean {
  const wanted = name.replace(/[().]/g, '\\s?\\$&');
  const place = new RegExp(`(?<![\\p{L}\\p{N}.])${wanted}(?![\\p{L}\\p{N}])`, 'iu').exec(text);
  if (place === null) return false;
  const near = text.slice(Math.max(0, place.index - nearWord), place.index + name.length + nearWord);
  return cues.ends.test(near);
}

/** The most UTF-16 code units between the number of a clause and a word that ends it. */
const nearWord = 90;

/** The sentences of the same passage, and the next sentence of the source. */
function around({ passage, at }: Placed, { bySource }: Index): Placed[] {
  const places = bySource.get(passage.source) ?? [];
  const most = passage.sentences.length + 1;
  return places
    .slice(Math.max(0, at - most), at + most + 1)
    .filter((place) => place.at !== at && (place.passage === passage || place.at === at + 1));
}

/** Matches the marks of footnotes: after a word, and before the footnote itself. */
const marks =
  /(?<=[\p{L}\p{N}.,;:!?)\]"”’])(?:[²³¹⁰⁴-⁹]+|\*{1,3}(?![\p{L}\p{N}*])|[†‡]+|\[(?:\d{1,3}|\^\w{1,9})\])/gu;
const markBefore = /^\s*([²³¹⁰⁴-⁹]+|\*{1,3}|[†‡]+|\[(?:\d{1,3}|\^\w{1,9})\])\s*\S/u;

/** The footnotes of a sentence: for each of its marks, the next sentence that begins with the mark. */
function footnotesOf({ passage, at }: Placed, { bySource }: Index): Placed[] {
  const places = bySource.get(passage.source) ?? [];
  const sentence = places[at];
  const own = new Set(sentence === undefined ? [] : textOf(sentence).match(marks));
  return [...own].flatMap((mark) => {
    const note = places.find((other) => other.at > at && markBefore.exec(textOf(other))?.[1] === mark);
    return note === undefined ? [] : [note];
  });
}

/**
 * The sentence before, if it introduces what follows, after a colon or in quotation marks, as an example, a draft or a
 * former text.
 */
function leadInto(sentence: Placed, { bySource }: Index): Placed | null {
  const before = bySource.get(sentence.passage.source)?.[sentence.at - 1];
  if (before === undefined) return null;
  const text = textOf(before);
  const introduces = /:\s*$/.test(text) || /^\s*["“„«]/.test(textOf(sentence));
  return introduces && cues.unreal.test(text) ? before : null;
}

/** Whether a sentence speaks of the one before: it begins with a word that does, or goes on in lower case. */
function pointsBack(next: Placed): boolean {
  const text = textOf(next);
  return cues.back.test(text) || /^[^\p{L}(]*\p{Ll}/u.test(text);
}

/** The next sentence, which points back: it calls the quote a former text or a draft, or says something else about it. */
function followingKind(next: Placed): RiskKind {
  const text = textOf(next);
  return wordsOf(text).length <= longestComment && cues.unreal.test(text) ? 'unreal' : 'follows';
}

/** A longer sentence says more than that the text before it is no longer valid or was not agreed. */
const longestComment = 8;

/**
 * Whether the words of a sentence before and after the statement call it a former text, a draft or an example, or put it
 * in quotation marks. A text that is quoted to replace a clause is one of the document itself.
 */
function framed(
  sentence: Placed,
  stated: ReadonlySet<string>,
  { clauses, bySource }: Index,
): 'unreal' | 'reported' | null {
  const text = textOf(sentence);
  const words = wordsOf(text);
  const has = (word: Word | undefined) => word !== undefined && stated.has(word.stem);
  // A word of the frame can happen to be one of the statement; two near each other are the statement.
  const two = words.findIndex((word, at) => has(word) && (has(words[at + 1]) || has(words[at + 2])));
  const first = two >= 0 && two <= longestFrame ? words[two] : words.find(has);
  const last = words.findLast(has);
  if (first === undefined || last === undefined) return null;
  const before = text.slice(0, first.start);
  const named = [...clausesNamed(before).keys()].filter((number) => number !== clauses.get(sentence));
  if (named.length > 0 && cues.ends.test(before)) return null;
  const after = /^\P{L}*["”»;–—]/u.test(text.slice(last.end)) ? text.slice(last.end) : '';
  if (wordsOf(before).length <= longestFrame && cues.unreal.test(before)) return 'unreal';
  if (wordsOf(after).length <= longestFrame && cues.unreal.test(after)) return 'unreal';
  // A sentence that is wholly in quotation marks, with no words that introduce it, is not called anybody's words.
  const [, lead = '', quoted] = /^(.*)["“„«]([^"“”»]*)$/s.exec(before.replace(/"[^"]*"/g, ' ')) ?? [];
  const previous = bySource.get(sentence.passage.source)?.[sentence.at - 1];
  const isIntroduced =
    wordsOf(lead).length > 0 ||
    wordsOf(after).length > 0 ||
    (previous !== undefined && /:\s*$/.test(textOf(previous)));
  const [rest = ''] = /^[^"“”»]*/.exec(text.slice(first.start)) ?? [];
  return quoted !== undefined && isIntroduced && wordsOf(quoted + rest).length >= leastReported
    ? 'reported'
    : null;
}

/** More words before or after a statement are statements of their own. */
const longestFrame = 10;

/** Fewer words in quotation marks are a term, not a statement. */
const leastReported = 6;

type Word = { stem: string; start: number; end: number };

/** The words of at least four letters, by their beginning: "reporting" and "reports" are one. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]{4,}/gu)].map(({ 0: word, index }) => ({
    stem: word.slice(0, 5).toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}
