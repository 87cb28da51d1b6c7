import { type Heading, mostHeadings, type Span } from '../model/source.ts';
import { endsLine, lineWidth } from './sentences.ts';

const title = String.raw`["“]?\p{Lu}[^\n.;:!?]{1,90}`;
const numbered = String.raw`(?:(?:section|article|appendix|annex|part|chapter|schedule|exhibit)\s+)?(?<number>\d{1,2}(?:\.\d{1,2}){0,4}|[A-Z](?:\.\d{1,2}){0,4}|[IVX]{1,5})[.):]?`;
/** Matches a line that is a heading, such as "5.1.1 Memorized Secrets". */
const numberedLine = new RegExp(String.raw`^[ \t]*${numbered}[ \t–—-]+(?<title>${title})[ \t\r]*$`, 'gimu');
/** Matches the beginning of a paragraph whose first sentence is its title: "7.2 Governing Law. This Agreement …". */
const numberedOpening = new RegExp(
  String.raw`^[ \t]*${numbered}[ \t–—-]+(?<title>["“]?\p{Lu}[\p{L}\p{N} ,&/'’()-]{2,70})[.:](?=[ \t]+\S)`,
  'gmu',
);
const capitalLine = /^[ \t]*(?<title>(?:\p{Lu}[\p{Lu}&,’'/()-]*[ \t]+){1,9}\p{Lu}[\p{Lu}&()]+)[ \t\r]*$/gmu;
const leadsToPage = /(?:\.{3,}[ \t]*|…[ \t]*|(?<![ \t])[ \t]{3,})(?:\d+|[ivxl]+)?$|\s\d{1,3}$/;
const goesOn = /(?:,|\b(?:and|or|the|of|a|an|to|in|for|with|by|as|at|on|from|that|is|are))$/i;
/** A line with more words than this is not a heading. */
const longestTitleWords = 14;

/**
 * Finds headings by numbering or capital letters, for sources whose format does not mark any. Lines that end in the
 * middle of a sentence, lines in capitals that are part of a paragraph, and entries of a table of contents, are not
 * headings. `width` is the `lineWidth` of the text. If there would be more than `mostHeadings`, the result is empty.
 */
export function findHeadings(text: string, width: number = lineWidth(text)): Heading[] {
  const found = new Map<number, Heading>();
  const add = (match: RegExpMatchArray, level: number): void => {
    if (found.size > mostHeadings) return;
    const words = (match.groups?.title ?? '').trim();
    if (words.split(/\s+/).length > longestTitleWords || leadsToPage.test(words) || goesOn.test(words))
      return;
    const start = (match.index ?? 0) + (/^\s*/.exec(match[0])?.[0].length ?? 0);
    const end = (match.index ?? 0) + match[0].trimEnd().length;
    if (!/\p{Ll}/u.test(words) && !isLineOfItsOwn(text, { start, end }, width)) return;
    if (!found.has(start)) found.set(start, { start, end, level, text: text.slice(start, end) });
  };
  for (const pattern of [numberedLine, numberedOpening]) {
    for (const match of text.matchAll(pattern)) {
      const { title: words = '', number = '' } = match.groups ?? {};
      if (isTitle(words) && !precededByReference(text, match.index))
        add(match, levelOf(number, match[0].trim()));
    }
  }
  for (const match of text.matchAll(capitalLine)) add(match, 1);
  if (found.size > mostHeadings) return [];
  return [...found.values()].sort((one, other) => one.start - other.start);
}

/** Whether neither the line before runs into a line of capitals nor the line into the next, as in a paragraph. */
function isLineOfItsOwn(text: string, { start, end }: Span, width: number): boolean {
  const newline = text.lastIndexOf('\n', start);
  const before = text.lastIndexOf('\n', newline - 1) + 1;
  const follows = newline > 0 && /[^.?!:;\s]\s*$/.test(text.slice(before, newline));
  if (follows && !endsLine(text, before, newline, width)) return false;
  const next = /^[ \t\r]*\n[ \t]*(?<line>\S[^\n]*)/.exec(text.slice(end, end + 1_000))?.groups?.line ?? '';
  return !/^\p{Ll}|^\P{Ll}+$/u.test(next) || endsLine(text, start, end, width);
}

function levelOf(number: string, line: string): number {
  if (/^(?:article|part|chapter|appendix|annex|schedule|exhibit)/i.test(line)) return 1;
  return number.split('.').filter(Boolean).length;
}

/**
 * Whether words look like a title: at most four words, or most of them capitalised. Conjunctions, articles and
 * prepositions count as capitalised.
 */
function isTitle(words: string): boolean {
  const list = words.trim().split(/\s+/);
  const capitals = list.filter((word) => /^["“(]?[\p{Lu}\d]/u.test(word)).length;
  const joining = list.filter((word) =>
    /^(?:and|or|of|the|a|an|to|in|for|with|by|on|from|as|at)$/i.test(word),
  ).length;
  return capitals + joining >= list.length * 0.7 || list.length <= 4;
}

function precededByReference(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 30), at).trimEnd();
  return goesOn.test(before) || /(?:section|sections|clause|article|table|figure|appendix|§)$/i.test(before);
}
