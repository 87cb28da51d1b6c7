import { quoteText } from '../../../cite/quote-text.ts';
import type { Passage, Passages, Sentence } from '../../../model/passage.ts';
import type { Source } from '../../../model/source.ts';
import { withoutEscapes } from '../parse/opening.ts';
import { endsSomeText, hasOtherName, plainNumber, writtenNumber } from './clause-names.ts';
import { hasEffectWords } from './effect.ts';
import { hasReference, isBoilerplate, isLaw, withoutLaws } from './references.ts';

/** A sentence with the clause that it is part of. */
export type Line = {
  passage: Passage;
  sentence: Sentence;
  text: string;
  /** The number of the clause, counted from the beginning of the source. */
  clause: number;
  /** The number of the clause as references write it: "7.2", "4(b)", "A.1"; null if it has none. */
  label: string | null;
  heading: string | null;
  isHeading: boolean;
};

export type ClauseMap = {
  lines: readonly Line[];
  /** Lines that refer to a numbered clause; `text` is the line without its own number. */
  referring: readonly { line: Line; text: string }[];
  /** Lines which say that a text or a promise is not in force, without the number of a clause. */
  ending: readonly Line[];
  labels: ReadonlySet<string>;
  lineAt(passage: Passage, start: number): Line | undefined;
  /** The other sentences of the line's clause, in text order. */
  clauseOf(line: Line): readonly Line[];
};

const known = new WeakMap<Source, ClauseMap>();
const grouped = new WeakMap<Passages, Map<Source, Passage[]>>();

/** The clauses of a source; computed once, then cached with the source. */
export function clauseMapOf(source: Source, passages: Passages): ClauseMap {
  const cached = known.get(source);
  if (cached) return cached;
  const made = mapOf(passagesOf(source, passages));
  known.set(source, made);
  return made;
}

/** Releases the map of a source; it is computed again on demand. */
export function forgetClauses(source: Source): void {
  known.delete(source);
}

function passagesOf(source: Source, passages: Passages): Passage[] {
  let groups = grouped.get(passages);
  if (!groups) {
    groups = new Map();
    for (const passage of passages.values()) {
      const own = groups.get(passage.source);
      if (own) own.push(passage);
      else groups.set(passage.source, [passage]);
    }
    grouped.set(passages, groups);
  }
  return groups.get(source) ?? [];
}

function mapOf(passages: readonly Passage[]): ClauseMap {
  const lines: Line[] = [];
  let clause = 0;
  let label: string | null = null;
  /** The number before the item marks "(a)", "(b)": that of the last numbered clause or heading. */
  let parent: string | null = null;
  let path = '';
  let heading: string | null = null;
  let previous: Sentence | null = null;
  for (const passage of passages) {
    const own = passage.headingPath.join('\n');
    if (own !== path) {
      path = own;
      heading = passage.headingPath.at(-1) ?? null;
      clause += 1;
      label = numberOf(heading);
      parent = label;
    }
    for (const sentence of passage.sentences) {
      const text = quoteText(passage.source.content, sentence);
      if (isHeadingLine(text)) {
        heading = text.trim();
        clause += 1;
        label = numberOf(heading);
        parent = label;
      }
      const isHeading = text.trim() === heading;
      const found = isHeading ? null : labelOf(text, parent);
      if (found !== null) {
        clause += 1;
        label = found.label;
        if (!found.isItem) parent = label;
      } else if (previous && beginsParagraph(passage, previous, sentence)) {
        clause += 1;
        label = numberOf(heading);
      }
      previous = sentence;
      lines.push({ passage, sentence, text, clause, label, heading, isHeading });
    }
  }
  // A spreadsheet can have hundreds of thousands of lines, so none of these maps has an entry for every line.
  const byClause = new Map<number, Line[]>();
  const byPassage = new Map<string, Line[]>();
  const referring: { line: Line; text: string }[] = [];
  const ending: Line[] = [];
  const labels = new Set<string>();
  let isOwnLaw: boolean | null = null;
  for (const line of lines) {
    const own = byClause.get(line.clause);
    if (own) own.push(line);
    else byClause.set(line.clause, [line]);
    const beside = byPassage.get(line.passage.id);
    if (beside) beside.push(line);
    else byPassage.set(line.passage.id, [line]);
    if (line.label !== null) labels.add(line.label);
    const text = withoutLabel(line.text);
    // A line such as "14.1 In place of clause 7:" or "2 Clause 7 – deleted" counts as a heading, but refers to a clause.
    const speaks =
      /:\s*$/.test(line.text) ||
      speaksOfNumber(line.text) ||
      (/\p{L}.*\d/su.test(text) && hasEffectWords(text));
    if (line.isHeading && !speaks) continue;
    if (endsSomeText(text) && !hasReference(text)) ending.push(line);
    const hasName = hasOtherName(text);
    if (!hasReference(text) && !hasName) continue;
    isOwnLaw ??= lines.some((one) => isLaw.test(one.text));
    const named = isOwnLaw ? text : withoutLaws(text);
    if (!hasName && (!hasReference(named) || (isBoilerplate(named) && !hasEffectWords(named)))) continue;
    referring.push({ line, text: named });
  }
  return {
    lines,
    referring,
    ending,
    labels,
    lineAt: ({ id }, start) => byPassage.get(id)?.find(({ sentence }) => sentence.start === start),
    clauseOf: (line) =>
      (byClause.get(line.clause) ?? []).filter((other) => other !== line && !other.isHeading),
  };
}

/**
 * Whether a line is a numbered heading, such as "§ 9 Structure" or "4. Payment". Some file formats do not mark
 * headings. "8. From the date of" is the beginning of a sentence.
 */
function isHeadingLine(text: string): boolean {
  const line = withoutEscapes(text).trim();
  if (aloneNumber.test(line)) return true;
  return (
    line.length < 80 &&
    /^(?:§\s*)?(?:\d{1,3}|[A-Z])[.)]?\s+\p{Lu}[^.:;!?]*$/u.test(line) &&
    !/^\d+\s(?:Weeks|Months|Years|Days|Quarters)\b/.test(line) &&
    !/\b(?:of|to|the|and|or|by|in|on|that|with|for|from|an?|if|shall|must|will|is|are)$/.test(line)
  );
}

/**
 * Whether a sentence begins a paragraph: the sentence before it has ended, and a blank line or the start of another
 * paragraph or page of the file is between the two.
 */
function beginsParagraph({ source: { content } }: Passage, before: Sentence, { start }: Sentence): boolean {
  const gap = content.text.slice(before.end, start);
  if (
    !gap.includes('\n') ||
    !/[.!?]["”’)\]]*\s*$/.test(content.text.slice(Math.max(0, before.end - 4), before.end))
  )
    return false;
  return (
    /\n[ \t\r]*\n/.test(gap) ||
    isRangeStart(content, before.end, start) ||
    isLongLine(content.text, before.end)
  );
}

/** Whether the line that ends at a position is too long for a line of wrapped text, so that it is a paragraph. */
function isLongLine(text: string, end: number): boolean {
  const from = Math.max(0, end - longestWrapped);
  return end > longestWrapped && !text.slice(from, end).includes('\n');
}

const longestWrapped = 160;

function isRangeStart({ ranges }: Passage['source']['content'], after: number, upTo: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.start ?? 0) < after) low = middle + 1;
    else high = middle;
  }
  const next = ranges[low]?.start;
  return next !== undefined && next <= upTo;
}

/** Whether a line that looks like a heading is an entry of a list of changes: "8: withdrawn". */
function speaksOfNumber(text: string): boolean {
  return /^\W*\d[\w.]*(?:\s?\(\w{1,4}\))?\s*[:–—]\s/.test(text) && hasEffectWords(text);
}

/** Matches a heading in capitals that is in one line with the first clause under it: "ARTICLE 17 - RECORDS 17.1 All". */
const joinedHeading =
  /^(?:ARTICLE|Article|SECTION|Section|CHAPTER|Chapter|PART|Part)\s{1,3}\w{1,4}\s{0,3}[.:–—-]?\s{0,3}[\p{Lu} ,&'’()/-]{2,80}(?=\d{1,3}\.\d{1,3}[.):]?\s)/u;
/** Matches a list mark and the asterisks of bold type before a clause number. */
const marks = /^\s*(?:[-*+•●▪–—]\s+)?[*_]{0,2}/;
const numbered =
  /^(?:§\s*)?(\d{1,3}(?:\.\d{1,3})+|[A-Z](?:\.\d{1,3})+)[.):]?[*_]{0,2}(?=\s|$)(?!\s*(?:%|per\s?cent))/;
const flat = /^(?:§\s{0,2}(\d{1,3})[.)]?|(\d{1,3})[.)])[*_]{0,2}(?=\s|$)/;
const item = /^(\(\w{1,4}\))[*_]{0,2}(?=\s|$)/;
/** Matches a list letter: "b) No fee". */
const lettered = /^([a-z])\)\s/;
/** Matches a capital letter or a Roman numeral before a sentence: "B. No fee". */
const capital = /^([A-Z]|[IVX]{2,6})[.)](?:\s+(?=["“]?\p{Lu})|\s*$)/u;
/** Matches a number after a noun at the begin of a clause: "Section Two. No fee", "Article 2: No fee". */
const named = new RegExp(
  String.raw`^(?:Section|SECTION|Article|ARTICLE|Clause|CLAUSE|Paragraph|Part|Chapter|Item)\s+(\d{1,3}(?:\.\d{1,3})*|${writtenNumber}|[A-Z])(?:[.:)]|\s?[–—-])(?=\s)`,
  'u',
);
const aloneNumber = new RegExp(
  String.raw`^(?:(?:article|section|clause|paragraph|§)\s{0,2}\d{1,3}|(?:Article|Section|Clause|Paragraph)\s(?:${writtenNumber}|[A-Z]))\.?$`,
  'iu',
);
const ofHeading = new RegExp(
  String.raw`^(?:§\s*|(?:section|article|clause|part|chapter|item)\s+)?(\d{1,3}(?:\.\d{1,3})*|(?:(?<=\s)(?:${writtenNumber}))|[A-Z])(?=[.)\s*_–:-]|$)`,
  'i',
);

function unmarked(text: string): string {
  return withoutEscapes(text).replace(marks, '').replace(joinedHeading, '');
}

/**
 * The number of a heading; null if it has none. Text under the heading without a number of its own gets this number as
 * its label.
 */
function numberOf(heading: string | null): string | null {
  const number = ofHeading.exec(unmarked(heading ?? ''))?.[1];
  return number === undefined ? null : plainNumber(number);
}

function withoutLabel(text: string): string {
  const plain = unmarked(text);
  const label = numbered.exec(plain) ?? flat.exec(plain) ?? item.exec(plain);
  return label ? plain.slice(label[0].length) : plain;
}

/**
 * The label at the beginning of a text: "7.2" or "A.1" as written, "(b)" after the number of its parent; null if there is
 * none.
 */
function labelOf(text: string, parent: string | null): { label: string; isItem: boolean } | null {
  const plain = unmarked(text);
  const [, sectioned, dotted] = flat.exec(plain) ?? [];
  const number = numbered.exec(plain)?.[1] ?? sectioned ?? dotted;
  if (number !== undefined) return { label: number, isItem: false };
  const own = item.exec(plain)?.[1] ?? letterOf(plain);
  if (own !== undefined) return { label: `${parent ?? ''}${own}`, isItem: true };
  const other = capital.exec(plain)?.[1] ?? named.exec(plain)?.[1];
  return other === undefined ? null : { label: plainNumber(other), isItem: false };
}

function letterOf(plain: string): string | undefined {
  const letter = lettered.exec(plain)?.[1];
  return letter === undefined ? undefined : `(${letter})`;
}
