import { findHeadings } from '../../chunk/headings.ts';
import type { Reading } from '../../chunk/reading.ts';
import { capitalized } from '../../language/letter-case.ts';
import type { SourceText, Span } from '../../model/source.ts';
import { ClauseNumbers, type Printed } from './clause-numbers.ts';
import { contentsOf } from './contents.ts';

/** A stretch of the readable text under one heading or clause number. `body` follows the heading. */
export type Section = Span & {
  body: number;
  /** The number as printed, with the part of the document that it belongs to: "5.1.1", "Annex A, 2"; null without one. */
  clause: string | null;
  /** The title without its number; null if the section has none of its own and none above it. */
  title: string | null;
  /** How deep the section is, from 1; a section ends those of the same depth and deeper. */
  depth: number;
  isContents: boolean;
};

type Mark = Span & { body: number; clause: string | null; title: string | null; depth: number };

const numberLine =
  /^[ \t]*(?:(?<word>section|article|clause|§)[ \t]*)?(?<number>\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){1,5}|[IVXL]{1,6})(?<suffix>[.):]?)(?:[ \t]*[–—:-])?[ \t]+(?<rest>["“(]?\p{L}[^\n]*)$/gimu;
/** Matches a clause number inside a line, in a text whose clauses do not begin on lines of their own. */
const inLine =
  /(?<=\S[ \t]{1,8})(?<number>\d{1,2}(?:\.\d{1,2}){0,4})(?<suffix>[.)]?)[ \t]{1,8}(?=(?<rest>["“(]{0,2}(?:\p{Lu}[^\n]{0,120}|[a-z]\)[ \t])))/gmu;
const wordLine =
  /^[ \t]*(?<word>section|article)[ \t]+(?<number>\d{1,3}|[IVXLivxl]{1,6})(?<suffix>[.:]?)[ \t\r]*$/gimu;
const partLine =
  /^[ \t]*(?<word>appendix|annex|schedule|exhibit|attachment)[ \t]+(?<number>[A-Z]{1,2}|\d{1,2}|[IVX]{1,5})\b[ \t]*(?:[.:–—-][ \t]*)?(?<rest>[^\n]{0,100})$/gimu;
const afterReference =
  /(?:\b(?:sections?|clauses?|articles?|paragraphs?|tables?|figures?|appendix|annex|schedule|exhibit|level|version|and|or|of|to|in|the|with|by|under|see|than|least)|§|,)$/i;
/** Matches a marked heading that begins with its number: "3 Security" in Markdown. */
const numberedHeading =
  /^(?<number>\d{1,3}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){1,5})(?<suffix>[.):]?) (?<rest>["“(]?\p{Lu}.*)$/u;
const runIn = /^(["“]?\p{Lu}[\p{L}\p{N} ,&/'’()-]{1,70}?)(?:\.|:)(?=[ \t]+\S|[ \t]*$)/u;
const longestTitle = 110;
const mostTitleWords = 14;

/**
 * The sections of a text, in order and without gaps: by the headings that the file marks, its table of contents, and
 * the numbers at the beginnings of lines. A number counts only if it continues the numbering before it.
 */
export function outlineOf(content: SourceText, reading: Reading): Section[] {
  const { text } = reading;
  const contents = contentsOf(text);
  const marks = [
    ...numberMarks(text, contents.lines),
    ...markedHeadings(content, reading),
    ...contents.headingsIn(text).map(unnumbered),
  ];
  return sectionsOf(text, withClauses(orderly(marks)), contents.lines);
}

type Found = Span & {
  body: number;
  title: string | null;
  level: number | null;
  number: Printed | null;
  part: string | null;
  isTitle: boolean;
  /** Whether only a number is in the line, so that the next line can be its title. */
  isBare?: boolean;
  /** The clause that the table of contents shows the heading to be, though its number is not printed. */
  implied?: string | null;
};

function unnumbered({ implied, ...heading }: Span & { title: string; implied: string | null }): Found {
  return { ...heading, body: heading.end, level: null, number: null, part: null, isTitle: true, implied };
}

function numberMarks(text: string, contents: readonly Span[]): Found[] {
  const found: Found[] = [];
  const take = (match: RegExpMatchArray, part: boolean, isInLine = false): void => {
    const start = match.index ?? 0;
    const { word = '', number = '', suffix = '', rest = '' } = match.groups ?? {};
    if (contents.some((line) => line.start <= start && start < line.end)) return;
    if (afterReference.test(text.slice(Math.max(0, start - 30), start).trimEnd())) return;
    if (!part && !/^["“(]*(?:\p{Lu}|[a-z]\))/u.test(rest)) return;
    const line = rest.trim();
    const title = titleIn(line);
    const lineEnd = start + match[0].length;
    const head = isInLine ? lineEnd : lineEnd - rest.length;
    const isWhole = title === line && !isInLine;
    const body = isWhole ? lineEnd : head + (title?.length ?? 0);
    found.push({
      start,
      end: body,
      body,
      title: title === null ? null : title.replace(/[.:]$/, ''),
      level: null,
      number: part ? null : { word, text: number, suffix, isInLine },
      part: part ? `${capitalized(word.toLowerCase())} ${number}` : null,
      isTitle: isWhole,
      isBare: line === '',
    });
  };
  for (const match of text.matchAll(numberLine)) take(match, false);
  for (const match of text.matchAll(inLine)) {
    const { number = '', suffix = '' } = match.groups ?? {};
    const before = text.slice(Math.max(0, match.index - 30), match.index).trimEnd();
    if (!number.includes('.') && (suffix === '' || !/[.;:]["”)]?$/.test(before))) continue;
    take(match, false, true);
  }
  for (const match of text.matchAll(wordLine)) take(match, false);
  for (const match of text.matchAll(partLine)) if (isPart(match)) take(match, true);
  return found;
}

/** "Schedule 1 shall apply" is a sentence, "Schedule 1 – Services" and "Schedule 1" are headings. */
function isPart(match: RegExpMatchArray): boolean {
  const rest = match.groups?.rest?.trim() ?? '';
  return rest === '' || (/^["“(]?\p{Lu}/u.test(rest) && titleIn(rest) === rest);
}

/** The title at the beginning of a line: the line itself, or words before a full stop or colon; null if there is none. */
function titleIn(line: string): string | null {
  if (isTitle(line)) return line;
  const opening = runIn.exec(line);
  const words = opening?.[1] ?? '';
  return opening && isTitle(words) && words.split(/\s+/).length <= 8 ? opening[0] : null;
}

function isTitle(line: string): boolean {
  if (line.length > longestTitle || /[.;:!?,]$/.test(line) || /\b(?:shall|must|will)\b/i.test(line))
    return false;
  const words = line.split(/\s+/);
  if (words.length > mostTitleWords || /\b(?:and|or|the|of|a|an|to|in|for|with|by|that|is|are)$/i.test(line))
    return false;
  const capital = words.filter((word) => /^["“(]*[\p{Lu}\d–—&-]/u.test(word)).length;
  const joining = words.filter((word) =>
    /^(?:and|or|of|the|a|an|to|in|for|with|by|on|from|as|at|using|per|its|not|under|into|vs\.?)$/i.test(word),
  ).length;
  return capital > 0 && (capital + joining >= words.length * 0.7 || (words.length <= 3 && capital > 0));
}

function markedHeadings(content: SourceText, reading: Reading): Found[] {
  const isMarked = content.headings.length > 0;
  const headings = isMarked
    ? reading.headings(content.headings)
    : findHeadings(reading.text).filter(({ text }) => /^[^\p{Ll}]+$/u.test(text) && !/^\W*\d/.test(text));
  return headings.flatMap(({ start, end, level, text }): Found[] => {
    if (end <= start || (!isMarked && partLine.test(text))) return [];
    partLine.lastIndex = 0;
    const line = text.trim().replace(/\s+/g, ' ');
    const numbered = isMarked ? numberedHeading.exec(line)?.groups : undefined;
    const { number = '', suffix = '', rest = line } = numbered ?? {};
    return [
      {
        start,
        end,
        body: end,
        title: rest.replace(/[.:]$/, ''),
        level: isMarked ? level : null,
        number: numbered ? { word: '', text: number, suffix, isInLine: false } : null,
        part: null,
        isTitle: true,
      },
    ];
  });
}

/** Marks in text order; of marks at the same place, the one with a number counts, then the one of the format. */
function orderly(marks: readonly Found[]): Found[] {
  const rank = ({ part, number, level }: Found): number => (part ? 0 : number ? 1 : level === null ? 3 : 2);
  const sorted = [...marks].sort((one, other) => one.start - other.start || rank(one) - rank(other));
  const kept: Found[] = [];
  for (const mark of sorted) {
    const last = kept.at(-1);
    if (!last || mark.start >= last.end) {
      kept.push(mark);
      continue;
    }
    if (mark.implied !== undefined && last.number === null) last.implied = mark.implied;
    if (last.level === null && mark.level !== null) last.level = mark.level;
    if (mark.title !== null && mark.isTitle && last.title === null && mark.end >= last.end)
      last.title = mark.title;
  }
  return kept;
}

function withClauses(found: readonly Found[]): Mark[] {
  const numbers = new ClauseNumbers();
  const marks: Mark[] = [];
  /** The clauses of the headings above, by their level in the format. */
  const above: { level: number; clause: string | null }[] = [];
  let titledAt = -1;
  for (const [at, one] of found.entries()) {
    const { start, end, body, title, level, number, part } = one;
    if (part !== null) {
      numbers.startPart(part);
      marks.push({ start, end, body, clause: part, title, depth: 1 });
      titledAt = title === null ? end : -1;
      continue;
    }
    const rest = found.slice(at + 1, at + 12).flatMap((next) => next.number ?? []);
    const own = number === null ? null : numbers.take(number, { isTitle: one.isTitle, following: rest });
    if (number !== null && own === null && level === null) continue;
    if (own !== null) {
      if (own.isItem) continue;
      above.splice(0);
      marks.push({ start, end, body, clause: own.clause, title, depth: own.depth });
      titledAt = one.isBare ? end : -1;
      continue;
    }
    const last = marks.at(-1);
    // "ARTICLE 5", and its title in the next line.
    if (last && titledAt >= 0 && start - titledAt < 4) {
      marks[marks.length - 1] = { ...last, end, body, title };
      titledAt = -1;
      continue;
    }
    if (level !== null) {
      while ((above.at(-1)?.level ?? 0) >= level) above.pop();
      const clause = above.at(-1)?.clause ?? null;
      above.push({ level, clause });
      const heading = number === null ? title : `${number.text}${number.suffix} ${title ?? ''}`.trim();
      marks.push({ start, end, body, clause, title: heading, depth: level });
      continue;
    }
    const implied = one.implied;
    const clause = implied === undefined ? numbers.outside() : implied;
    marks.push({
      start,
      end,
      body,
      clause,
      title,
      depth: (clause?.split('.').length ?? 0) + (implied ? 0 : 1),
    });
  }
  return marks;
}

function sectionsOf(text: string, marks: readonly Mark[], contents: readonly Span[]): Section[] {
  const sections: Section[] = [];
  const first = marks[0]?.start ?? text.length;
  const isContents = (start: number): boolean =>
    contents.some((line) => line.start <= start && start < line.end);
  if (first > 0)
    sections.push({ start: 0, end: first, body: 0, clause: null, title: null, depth: 1, isContents: false });
  const titles: { depth: number; title: string | null }[] = [];
  marks.forEach(({ start, body, clause, title, depth }, at) => {
    while ((titles.at(-1)?.depth ?? 0) >= depth) titles.pop();
    titles.push({ depth, title });
    const own = title ?? titles.findLast((above) => above.title !== null)?.title ?? null;
    const end = marks[at + 1]?.start ?? text.length;
    sections.push({
      start,
      end,
      body: Math.min(body, end),
      clause,
      title: own,
      depth,
      isContents: isContents(start),
    });
  });
  return sections;
}
