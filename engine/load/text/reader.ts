import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import { countLineEnds } from '../../model/locator.ts';
import { mostHeadings } from '../../model/source.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import { decodeWhole, mostCharacters } from './decode.ts';
import { withoutFrames } from './frames.ts';
import { MarkdownHeadings } from './markdown-headings.ts';
import { type StruckWords, withoutStruck } from './struck-words.ts';

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
  return new TextReading(withoutStruck(unframed), warnings, kind);
}

/** How many characters of the line below a possible heading are examined. */
const underlineReach = 200;

class TextReading implements Reading {
  readonly countedAs = 'file';
  readonly pageCount = null;
  readonly #text: string;
  readonly #struck: StruckWords[];
  readonly #warnings: ReadingWarning[];
  readonly #kind: 'text' | 'markdown';
  #headingsFound = 0;

  constructor(
    { seen, struck }: ReturnType<typeof withoutStruck>,
    warnings: ReadingWarning[],
    kind: 'text' | 'markdown',
  ) {
    this.#text = seen;
    this.#struck = struck;
    this.#warnings = warnings;
    this.#kind = kind;
  }

  async *parts(): AsyncGenerator<Part> {
    const marks = this.#kind === 'markdown' ? new MarkdownHeadings() : null;
    let from = 1;
    for (let start = 0; start < this.#text.length; ) {
      const end = this.#partEnd(start);
      const text = this.#text.slice(start, end);
      const ends = countLineEnds(text);
      yield {
        locator: { kind: 'lines', from, to: text.endsWith('\n') ? from + ends - 1 : from + ends },
        text,
        lineEnds: 1,
        method: 'text',
        headings: marks ? [...this.#headings(marks, start, end)] : [],
        marginLines: [],
      };
      from += ends;
      start = end;
    }
    for (const { line, text } of this.#struck) {
      const locator = { kind: 'lines', from: line, to: line } as const;
      yield {
        locator,
        text: `${text}\n`,
        method: 'text',
        headings: [],
        marginLines: [],
        hidden: 'struck_out',
      };
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

  warnings(): ReadingWarning[] {
    return this.#warnings;
  }

  unread(): { where: string; reason: string }[] {
    return [];
  }

  async close(): Promise<void> {}
}
