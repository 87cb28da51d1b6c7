import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import { countLineEnds } from '../../model/locator.ts';
import { mostHeadings } from '../../model/source.ts';
import { type Part, type Reading, textPart, wholeReading } from '../part.ts';
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
