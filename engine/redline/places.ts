import { locatorAt, rangesAt } from '../cite/locator-at.ts';
import { quoteText } from '../cite/quote-text.ts';
import { detectLanguage } from '../language/detect.ts';
import type { Citation } from '../model/citation.ts';
import { hiddenFrom, type Source, type SourceText, type Span } from '../model/source.ts';
import { type Clause, clauseAt } from '../risks/clauses.ts';
import { listLabel } from './document-words.ts';
import type { Quoted } from './propose.ts';

/** Matches names in an English text: words with a capital that do not begin a sentence. */
const name = /(?<![.!?:]\s*|^|\p{L})\p{Lu}\p{Ll}\p{L}*(?:\s\p{Lu}\p{Ll}\p{L}*)*/gmu;

/** Returns a function that finds the names in a new clause, such as those of parties, that an English document does not have. */
export function namesUnknownTo({ text }: SourceText): (wording: string) => string[] {
  if (detectLanguage(text).code !== 'en') return () => [];
  const known = text.toLowerCase();
  return (wording) => [...new Set(wording.match(name))].filter((one) => !known.includes(one.toLowerCase()));
}

type CitedFile = Citation['source'];

/** Paragraphs of a document after which a clause can be inserted, the best first, or the reason why there is none. */
export type Places = { quotes: Quoted[]; reason: string | null };

/**
 * The paragraphs that bear on a missing clause, which `nearest` cites: of each of them, the last paragraph of its sentence, so that a
 * heading or a list is not divided.
 */
export function nearestPlaces(content: SourceText, source: CitedFile, nearest: readonly Citation[]): Places {
  const all = paragraphsOf(content);
  const found = nearest.flatMap((citation) => {
    const at = all.findIndex(({ end }) => end > citation.start);
    const place = all[at] && placeOf(content, all[ended(content, all, at)] ?? all[at], source);
    return place ?? [];
  });
  const quotes = found.filter((one, at) => found.findIndex(({ start }) => start === one.start) === at);
  const reason = quotes.length > 0 ? null : `nothing in the document comes near the rule: ${choose}`;
  return { quotes, reason };
}

/**
 * The paragraphs that a person can mean: the last one of a clause with this number ("5.1", "clause 7") or this heading, else
 * the one that has these words.
 */
export function namedPlaces(content: SourceText, source: CitedFile, name: string): Places {
  const all = paragraphsOf(content).map((span) => ({
    ...span,
    text: content.text.slice(span.start, span.end),
  }));
  const { url: _, ...file } = source;
  const clauses = clausesOf(all, { ...file, linkBase: '', content });
  const [, number = ''] = byNumber.exec(name.trim()) ?? [];
  const having = all.flatMap(({ text }, at) => (letters(text).includes(letters(name)) ? [at] : []));
  const headed = having.filter((at) => letters(all[at]?.text.replace(listLabel, '') ?? '') === letters(name));
  const titled = headed.flatMap((at) => clauses[at] ?? [])[0];
  const ends = clauseEnds(clauses, number === '' ? titled : number.replace(/\.$/, '').toLowerCase());
  const [at, other] = ends.length > 0 ? ends : headed.length === 1 ? headed : having;
  if (at === undefined) return { quotes: [], reason: `no paragraph has “${name}”: ${choose}` };
  if (ends.length === 0 && other !== undefined)
    return { quotes: [], reason: `several paragraphs have “${name}”: ${choose}` };
  const places = ends.length > 0 ? ends : [ended(content, all, at)];
  return {
    quotes: places.flatMap((one) => (all[one] ? placeOf(content, all[one], source) : [])),
    reason: null,
  };
}

const choose = 'name the clause, or words of the paragraph, after which the wording is to be inserted';
const byNumber = /^(?:\p{L}+\.?\s+|§\s*)?((?:\d[\d.]*|[a-z](?:\.\d+)+)(?:\([a-z\d]{1,4}\))?)\.?$/iu;

function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** For each paragraph, the clause that it is in: "5.1", "5.1(b)". */
function clausesOf(
  paragraphs: readonly { text: string; start: number }[],
  source: Source & { content: SourceText },
): (string | undefined)[] {
  const levels = new Map(source.content.headings.map(({ start, level }) => [start, level]));
  let around: Clause | null = null;
  let own = Number.POSITIVE_INFINITY;
  return paragraphs.map(({ text, start }) => {
    const now = clauseAt(text, source, around);
    const level = levels.get(start);
    if (now !== around) own = level ?? own;
    // The last clause ends before the lines for signatures, and before an annex.
    const isOver = now === around && (signature.test(text) || (level !== undefined && level <= own));
    around = isOver ? null : now;
    return around === null ? undefined : `${around.number}${around.part}`;
  });
}

const signature = /^\s*(?:in witness|signed|executed)(?!\p{L})|_{4}|\.{8}/iu;

/** The last paragraph of each stretch of paragraphs that are in a clause or in a part of it. A table of contents is one too. */
function clauseEnds(clauses: readonly (string | undefined)[], wanted: string | undefined): number[] {
  const isPart = (clause = '') =>
    wanted !== undefined && clause.startsWith(wanted) && /^(?:[.(]|$)/.test(clause.slice(wanted.length));
  return clauses.flatMap((clause, at) => (isPart(clause) && !isPart(clauses[at + 1]) ? [at] : []));
}

/**
 * The paragraphs that a reader sees. A table is one of them: its rows have bars, and what follows is another. Text without
 * blank lines, as of a PDF file, has one for each line that begins with a number.
 */
function paragraphsOf(content: SourceText): Span[] {
  const visible = content.text.slice(0, hiddenFrom(content));
  return [
    ...visible.matchAll(
      /\S(?:(?!\n[^\S\n]*\n|\n(?<= \| [^\n]*\n)(?![^\n]* \| )|\n[^\S\n]*\d{1,3}(?:\.\d{1,3})*[.)]?\s+\p{Lu})[\s\S])*/gu,
    ),
  ]
    .map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
    .filter((span) => rangesAt(content, span).length > 0);
}

/** The index of the paragraph that ends the sentence and the list of a paragraph, before the next heading; its own if there is none. */
function ended({ text, headings }: SourceText, paragraphs: readonly Span[], at: number): number {
  const { start: from = 0, end: to = 0 } = paragraphs[at] ?? {};
  const own = headings.find(({ start }) => start >= from && start < to)?.level ?? Number.POSITIVE_INFINITY;
  const next = headings.find(({ start, level }) => start >= to && level <= own)?.start ?? text.length;
  const all = paragraphs
    .slice(at)
    .filter(({ end }) => end <= next)
    .map(({ start, end }) => text.slice(start, end).trim());
  const found = all.findIndex((words, index) => {
    // A heading can have a full stop too: "7. Confidentiality."
    const isTitle = words.split(/\s+/).length <= 3 && !/^\p{Ll}/u.test(words.replace(listLabel, ''));
    const isDivided = item.test(words) && item.test(all[index + 1] ?? '');
    return !isTitle && !isDivided && /[.!?。؟][^\p{L}\p{Nd}\s]*$/u.test(words);
  });
  return at + Math.max(0, found < 0 ? all.findLastIndex((words) => item.test(words)) : found);
}

/** The maximum length of the quote of a place. */
const longestQuoted = 400;
const item = /^(?:\(?[\p{L}\d]{1,4}\)|[^\p{L}\p{N}\s("“„«])\s/u;

function placeOf(content: SourceText, span: Span, source: CitedFile): Quoted {
  const { end } = span;
  const latest = end - longestQuoted;
  // The end of a long paragraph shows the place best.
  const start =
    latest <= span.start
      ? span.start
      : latest + Math.max(0, content.text.slice(latest, end).search(/(?<=\s)\S/));
  const at = { start, end };
  return { source, ...at, quote: quoteText(content, at), locator: locatorAt(content, at) };
}
