import { readableText } from '../chunk/readable-text.ts';
import type { Citation } from '../model/citation.ts';
import type { Passage, Passages } from '../model/passage.ts';
import type { Source, Span } from '../model/source.ts';
import { cues } from './cues.ts';

/**
 * Why a place may limit a quote:
 * - `ends`: a sentence that names the clause of the quote says that it is deleted, replaced, suspended or without effect;
 * - `unreal`: the quote is introduced as an example, a draft, a proposal or a former text;
 * - `bears`: a sentence that names the clause of the quote may change it in another way;
 * - `limits`: a sentence of the same passage has an exception or a condition;
 * - `follows`: the next sentence speaks of the quote;
 * - `defines`: a sentence defines a term of the quote.
 */
export type RiskKind = 'ends' | 'unreal' | 'bears' | 'limits' | 'follows' | 'defines';

/** A place that may limit a quote. The offsets are those of a whole sentence in the source. */
export type Risk = Span & { kind: RiskKind; source: Source; passage: string; text: string };

/** How many places are shown for the quotes of an answer, the gravest kinds first. */
const mostRisks = 8;
const order: RiskKind[] = ['ends', 'unreal', 'bears', 'follows', 'limits', 'defines'];

/** `at` is the position of the sentence among those of its source. */
type Placed = Span & { passage: Passage; at: number };

/** The sentences of a subject, and those that name a clause or define a term. Made once for all rules of a subject. */
type Index = {
  /** For each source, its sentences in the order of the text. */
  bySource: Map<Source, Placed[]>;
  /** The sentences that name a clause together with a word of effect, by the number of the clause. */
  naming: Map<string, Placed[]>;
  /** The sentence that defines a term, by the term in lower case. */
  defining: Map<string, Placed>;
  /** The number of the clause that each sentence belongs to; none before the first numbered clause. */
  clauses: Map<Placed, string>;
};

const indexes = new WeakMap<readonly Source[], Index>();

/**
 * The places that may limit the quotes of an answer, found by the words of the documents alone. Which of them do is for
 * the checker to decide. The time grows linearly with the text, once for all rules of a subject.
 */
export function risksOf(
  citations: readonly Citation[],
  passages: Passages,
  searched: readonly Source[],
): Risk[] {
  const index = indexes.get(searched) ?? indexOf(passages, searched);
  indexes.set(searched, index);
  const quoted = citations
    .filter(({ source, stance }) => source.role === 'input' && stance !== 'qualifies' && stance !== 'defines')
    .flatMap((citation) => sentencesIn(citation, index));
  const own = new Set(quoted);
  const found = new Map<Placed, RiskKind>();
  const add = (place: Placed | undefined, kind: RiskKind) => {
    if (place === undefined || own.has(place)) return;
    const known = found.get(place);
    if (known === undefined || order.indexOf(kind) < order.indexOf(known)) found.set(place, kind);
  };
  for (const sentence of quoted) {
    for (const [place, kind] of bearing(sentence, index)) add(place, kind);
    for (const place of around(sentence, index)) {
      if (place.at === sentence.at + 1 && cues.back.test(textOf(place))) add(place, 'follows');
      else if (place.passage === sentence.passage && cues.limits.test(textOf(place))) add(place, 'limits');
    }
    const lead = leadInto(sentence, index);
    if (lead !== null) add(lead, 'unreal');
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
  };
  let clause: { source: Source; number: string } | null = null;
  for (const passage of passages.values()) {
    const { source } = passage;
    if (!own.has(source) || source.role !== 'input') continue;
    const spans = passage.sentences.length > 0 ? passage.sentences : [passage];
    const inSource = index.bySource.get(source) ?? [];
    index.bySource.set(source, inSource);
    const heading = numberAt(passage.headingPath.at(-1) ?? '');
    if (heading !== null) clause = { source, number: heading };
    for (const { start, end } of spans) {
      const text = readableText(source.content, { start, end });
      const place: Placed = { start, end, passage, at: inSource.length };
      inSource.push(place);
      const number = numberAt(text);
      if (number !== null) clause = { source, number };
      if (clause?.source === source) index.clauses.set(place, clause.number);
      if (cues.ends.test(text) || cues.bears.test(text)) {
        for (const named of clausesNamed(text)) {
          const places = index.naming.get(named) ?? [];
          places.push(place);
          index.naming.set(named, places);
        }
      }
      const term = definedTerm(text);
      if (term !== null && !index.defining.has(term)) index.defining.set(term, place);
    }
  }
  return index;
}

/** The number of a clause at the beginning of a text: "5.1 Payment", "Section 5.", "§ 5". */
function numberAt(text: string): string | null {
  const [, number] =
    /^\s*(?:\p{L}{1,12}\.?\s{1,3}|§\s{0,3})?(\d{1,3}(?:\.\d{1,3}){0,4})[.)]?\s+\p{L}/u.exec(text) ?? [];
  return number ?? null;
}

function clausesNamed(text: string): Set<string> {
  const numbers = new Set<string>();
  for (const [, first = '', more = ''] of text.matchAll(cues.named)) {
    numbers.add(first);
    for (const [number] of more.matchAll(/\d{1,3}(?:\.\d{1,3}){0,4}/g)) numbers.add(number);
  }
  return numbers;
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
    let at = firstEndingAfter(places, start);
    const inside: Placed[] = [];
    for (let place = places[at]; place !== undefined && place.start < end; place = places[at]) {
      inside.push(place);
      at += 1;
    }
    return inside;
  }
  return [];
}

function firstEndingAfter(places: readonly Placed[], offset: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function textOf({ passage, start, end }: Placed): string {
  return readableText(passage.source.content, { start, end });
}

/** The sentences elsewhere that name the clause of a sentence, or a clause around it. */
function bearing(sentence: Placed, { naming, clauses }: Index): [Placed, RiskKind][] {
  const number = clauses.get(sentence);
  if (number === undefined) return [];
  const parts = number.split('.');
  return parts
    .map((_, at) => parts.slice(0, at + 1).join('.'))
    .flatMap((name) => naming.get(name) ?? [])
    .map((place) => [place, cues.ends.test(textOf(place)) ? 'ends' : 'bears']);
}

/** The sentences of the same passage, and the next sentence of the source. */
function around({ passage, at }: Placed, { bySource }: Index): Placed[] {
  const places = bySource.get(passage.source) ?? [];
  const near: Placed[] = [];
  for (let next = at - 1; places[next]?.passage === passage; next -= 1)
    near.push(...places.slice(next, next + 1));
  for (let next = at + 1; next === at + 1 || places[next]?.passage === passage; next += 1) {
    const place = places[next];
    if (place === undefined) break;
    near.push(place);
  }
  return near;
}

/** The sentence before, if it ends with a colon and introduces what follows as an example, a draft or a former text. */
function leadInto({ passage, at }: Placed, { bySource }: Index): Placed | null {
  const before = bySource.get(passage.source)?.[at - 1];
  if (before === undefined) return null;
  const text = textOf(before);
  return /:\s*$/.test(text) && cues.unreal.test(text) ? before : null;
}
