import type { Span } from '../../model/source.ts';

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
export class MarkdownHeadings {
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
