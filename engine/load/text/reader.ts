import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import { decodeWhole, mostCharacters } from './decode.ts';
import { MarkdownHeadings } from './markdown-headings.ts';

const tooLong = 'The text is longer than 8 million characters. Split it into smaller files.';

/** Opens a text file; each part is one line, empty lines belong to the line before. Throws `ReadFailure`. */
export async function openText(path: string, kind: 'text' | 'markdown'): Promise<Reading> {
  const bytes = await readFile(path);
  if (bytes.length > 2 * mostCharacters) throw new ReadFailure('too_large', tooLong);
  const { text, warnings } = decodeWhole(bytes, tooLong);
  return new TextReading(text, warnings, kind);
}

class TextReading implements Reading {
  readonly countedAs = 'file';
  readonly pageCount = null;
  readonly #text: string;
  readonly #warnings: ReadingWarning[];
  readonly #kind: 'text' | 'markdown';

  constructor(text: string, warnings: ReadingWarning[], kind: 'text' | 'markdown') {
    this.#text = text;
    this.#warnings = warnings;
    this.#kind = kind;
  }

  async *parts(): AsyncGenerator<Part> {
    const headings = this.#kind === 'markdown' ? new MarkdownHeadings() : null;
    let at = 0;
    let line = 1;
    while (at < this.#text.length) {
      const start = at;
      const newline = this.#text.indexOf('\n', at);
      at = newline < 0 ? this.#text.length : newline + 1;
      const from = line;
      line += 1;
      while (this.#text[at] === '\n') {
        at += 1;
        line += 1;
      }
      const text = this.#text.slice(start, at);
      const next = this.#text.slice(at, Math.min(at + 200, this.#text.length)).split('\n', 1)[0] ?? '';
      const heading = headings?.of(text.trimEnd(), at === newline + 1 ? next : '');
      yield {
        locator: { kind: 'lines', from, to: from },
        text,
        method: 'text',
        headings: heading ? [heading] : [],
        marginLines: [],
      };
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
