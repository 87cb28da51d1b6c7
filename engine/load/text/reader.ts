import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import { countLineEnds } from '../../model/locator.ts';
import { mostHeadings, type Span } from '../../model/source.ts';
import { type Part, type Reading, textPart, wholeReading } from '../part.ts';
import { decodeWhole, mostCharacters } from './decode.ts';

const tooLong = 'The text is longer than 8 million characters. Split it into smaller files.';

/**
 * Maximum characters of a part. Parts contain many lines, so that a file of a million lines does not become a million
 * parts.
 */
const partLength = 64 * 1024;
/** A line with more characters than this is a paragraph, never a heading. */
const longestHeading = 2_000;

/** Opens a text file; each part contains some of its lines. Throws a `ReadFailure`. */
export async function openText(path: string, kind: 'text' | 'markdown'): Promise<Reading> {
  const bytes = await readFile(path);
  // A character takes at most three bytes of UTF-8 for each of its UTF-16 units.
  if (bytes.length > 3 * mostCharacters) throw new ReadFailure('too_large', tooLong);
  const { text, warnings } = decodeWhole(bytes, tooLong);
  const unframed = kind === 'text' ? withoutFrames(text) : text;
  const { seen, struck } = withoutStruck(unframed);
  const lines = new TextLines(seen, struck, kind);
  return wholeReading({ countedAs: 'file', parts: () => lines.parts(), warnings });
}

/** How many characters of the line below a possible heading are examined. */
const underlineReach = 200;

/** The lines of a text, of which `struck` are struck out. */
class TextLines {
  readonly #text: string;
  readonly #struck: StruckWords[];
  readonly #kind: 'text' | 'markdown';
  #headingsFound = 0;

  constructor(text: string, struck: StruckWords[], kind: 'text' | 'markdown') {
    this.#text = text;
    this.#struck = struck;
    this.#kind = kind;
  }

  *parts(): Generator<Part> {
    const marks = this.#kind === 'markdown' ? new MarkdownHeadings() : null;
    let from = 1;
    for (let start = 0; start < this.#text.length; ) {
      const end = this.#partEnd(start);
      const text = this.#text.slice(start, end);
      const ends = countLineEnds(text);
      const to = text.endsWith('\n') ? from + ends - 1 : from + ends;
      yield textPart({ kind: 'lines', from, to }, text, {
        lineEnds: 1,
        headings: marks ? [...this.#headings(marks, start, end)] : [],
      });
      from += ends;
      start = end;
    }
    for (const { line, text } of this.#struck) {
      yield textPart({ kind: 'lines', from: line, to: line }, `${text}\n`, { hidden: 'struck_out' });
    }
  }

  /** Where the part that begins at `start` ends: after a line, or inside a line that is longer than a part. */
  #partEnd(start: number): number {
    const most = start + partLength;
    if (most >= this.#text.length) return this.#text.length;
    const newline = this.#text.lastIndexOf('\n', most - 1);
    return newline < start ? most : newline + 1;
  }

  /** The headings in the lines of a part. The line that underlines a heading can be in the next part. */
  *#headings(marks: MarkdownHeadings, start: number, end: number): Generator<Part['headings'][number]> {
    for (let at = start; at < end; ) {
      const newline = this.#text.indexOf('\n', at);
      const next = newline < 0 ? this.#text.length : newline + 1;
      if (next - at <= longestHeading) {
        const line = this.#text.slice(at, next).trimEnd();
        const below = this.#text.slice(next, next + underlineReach).split('\n', 1)[0] ?? '';
        const heading = marks.of(line, below);
        if (heading) this.#headingsFound += 1;
        if (heading && this.#headingsFound <= mostHeadings + 1)
          yield { ...heading, start: at - start + heading.start, end: at - start + heading.end };
      }
      at = next;
    }
  }
}

/** Signs with which people draw a frame around text, or begin each line of a comment. */
const sign = /^[ \t]*(\*+|#+|\/\/+|;+|%+|\|)(?=[ \t]|$)/;

/**
 * The text with spaces in place of the signs that frame it, so that each character keeps its line and column. A run of
 * three or more lines that begin with the same sign is a frame if it has a line with nothing but that sign: a list has
 * no empty items. A sign at the end of such a line belongs to the frame too.
 */
function withoutFrames(text: string): string {
  const lines = text.split('\n');
  for (let from = 0; from < lines.length; ) {
    const mark = markOf(lines[from]);
    let end = from + 1;
    while (mark !== null && end < lines.length && markOf(lines[end]) === mark) end += 1;
    const run = lines.slice(from, end);
    if (mark !== null && run.length >= 3 && run.some((line) => isOnly(line, mark)))
      for (const [at, line] of run.entries()) lines[from + at] = unframed(line, mark);
    from = end;
  }
  return lines.join('\n');
}

/** The character with which a line is framed. */
function markOf(line = ''): string | null {
  return sign.exec(line)?.[1]?.charAt(0) ?? null;
}

function isOnly(line: string, mark: string): boolean {
  return [...line.trim()].every((character) => character === mark || character === ' ' || character === '\t');
}

function unframed(line: string, mark: string): string {
  if (isOnly(line, mark)) return line.replaceAll(mark, ' ');
  const opening = sign.exec(line)?.[0].length ?? 0;
  const words = line.trimEnd();
  const close = /[ \t]$/.test(words.slice(0, -1)) && words.endsWith(mark) ? words.length - 1 : line.length;
  return ' '.repeat(opening) + line.slice(opening, close) + ' '.repeat(line.length - close);
}

/** Words that a text strikes out, and the line in which they begin, counted from 1. */
type StruckWords = { line: number; text: string };

/**
 * Matches words between double tildes (GitHub Flavored Markdown 0.29, 6.5), which people write in plain text too. The
 * words are in one paragraph.
 */
const struckOut = /(?<![~\\])~~(?=[^\s~])((?:[^~\n]|\n(?![ \t]*\n))*[^\s~])~~(?!~)( ?)/g;

/** The words of a text without those that are struck out, in the same lines, and those that are. */
function withoutStruck(text: string): { seen: string; struck: StruckWords[] } {
  const struck: StruckWords[] = [];
  let line = 1;
  let counted = 0;
  const seen = text.replace(struckOut, (all, words: string, space: string, at: number) => {
    for (let end = text.indexOf('\n', counted); end >= 0 && end < at; end = text.indexOf('\n', counted)) {
      line += 1;
      counted = end + 1;
    }
    struck.push({ line, text: words });
    const lineEnds = words.replace(/[^\n]/g, '');
    if (lineEnds !== '') return lineEnds;
    const isApart = /^\s?$/.test(text.charAt(at - 1));
    const next = text.charAt(at + all.length);
    return isApart ? '' : space !== '' || /[\p{L}\p{N}]/u.test(next) ? ' ' : '';
  });
  return { seen, struck };
}

const hashes = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const closingHashes = /(?<![ \t])[ \t]+#+$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Matches a line of the fields at the beginning of a file: "title: Lease", an item or a continued line. */
const field = /^(?:[\p{L}\p{N}_.-]{1,60}\s?:(?:\s|$)|\s|-\s|$)/u;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;

/**
 * Finds the headings of a Markdown text, line by line and in order, except inside fenced code and inside the block of
 * fields between two lines of hyphens with which a file can begin.
 */
class MarkdownHeadings {
  #fence: string | null = null;
  #place: 'start' | 'fields' | 'text' = 'start';

  /**
   * The heading in a line; null if the line has none. `next` is the following line, which may underline the heading.
   * The offsets of the result are relative to the start of the line.
   */
  of(line: string, next: string): (Span & { level: number }) | null {
    if (this.#place === 'start') this.#place = /^---[ \t]*$/.test(line) ? 'fields' : 'text';
    else if (this.#place === 'fields') {
      const ends = /^(?:---|\.\.\.)[ \t]*$/.test(line);
      if (ends || !field.test(line)) this.#place = 'text';
      if (this.#place === 'fields' || ends) return null;
    }
    if (this.#place === 'fields') return null;
    const mark = fence.exec(line)?.[1];
    if (mark !== undefined) {
      if (this.#fence === null) this.#fence = mark;
      else if (mark.startsWith(this.#fence)) this.#fence = null;
      return null;
    }
    if (this.#fence !== null) return null;
    const hashed = hashes.exec(line);
    const hashedTitle = hashed?.[2]?.replace(closingHashes, '');
    if (hashed?.[1] !== undefined && hashedTitle) {
      const start = line.indexOf(hashedTitle, hashed[1].length);
      return { start, end: start + hashedTitle.length, level: hashed[1].length };
    }
    const under = underline.exec(next)?.[1];
    if (under === undefined || line.trim() === '' || /^\s*([-*_>|]|\d+\.)/.test(line)) return null;
    const title = line.trim();
    const start = line.indexOf(title);
    return { start, end: start + title.length, level: under.startsWith('=') ? 1 : 2 };
  }
}
