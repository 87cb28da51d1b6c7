import { type Part, textPart } from '../../part.ts';
import type { Archive } from '../../zip/archive.ts';
import { inCommentParts } from '../comment-parts.ts';
import { commentText } from '../comments.ts';
import { relationshipsOf } from '../relationships.ts';
import type { Attributes, XmlHandler } from '../xml.ts';

/** A comment on a cell; `at` is the cell, such as `B5`. */
export type CellComment = { at: string; text: string };

/** A pattern for the notice for older programs that Excel puts before the text of a threaded comment. */
const olderTwin = /^\[Threaded comment\][\s\S]*?(?:Comment|Kommentar|Commentaire)\s*:\s*/;

/** The comments on the cells of a sheet, in the order of the file. Throws a `ReadFailure`. */
export async function commentsOf(archive: Archive, sheet: string): Promise<CellComment[]> {
  const related = await relationshipsOf(archive, sheet);
  return inCommentParts(archive, related, () => new CommentReader());
}

/** The part for a comment, which follows the row of its cell. */
export function commentPart(sheet: string, { at, text }: CellComment): Part {
  return textPart({ kind: 'cell', sheet, range: at, comment: true }, `${text}\n\n`, { apart: true });
}

class CommentReader implements XmlHandler {
  readonly found: CellComment[] = [];
  readonly #authors: string[] = [];
  #at: string | null = null;
  #by = '';
  #text = '';
  #collects: 'author' | 'text' | null = null;
  #phonetic = 0;

  open(name: string, { ref = '', authorId = '' }: Attributes): void {
    if (name === 'rPh') this.#phonetic += 1;
    if (name === 'author') this.#authors.push('');
    if (name === 'comment') {
      this.#at = ref;
      this.#by = this.#authors[Number(authorId)] ?? '';
      this.#text = '';
    }
    this.#collects = name === 'author' ? 'author' : name === 't' && this.#phonetic === 0 ? 'text' : null;
  }

  close(name: string): void {
    this.#collects = null;
    if (name === 'rPh') this.#phonetic -= 1;
    if (name === 'comment') this.#end();
  }

  text(text: string): void {
    if (this.#collects === 'author') this.#authors[this.#authors.length - 1] += text;
    if (this.#collects === 'text') this.#text += text;
  }

  /**
   * Ends a comment. Excel also writes the author's name at the start of the text; it is removed from there. The author
   * field of a threaded comment contains an identifier instead of a name, so it is not used.
   */
  #end(): void {
    const threaded = olderTwin.test(this.#text);
    const written = this.#text.replace(olderTwin, '').trim();
    const text = written.startsWith(`${this.#by}:`) ? written.slice(this.#by.length + 1).trim() : written;
    if (text === '' || this.#at === null || !/^[A-Z]{1,3}\d{1,7}$/.test(this.#at)) return;
    this.found.push({ at: this.#at, text: commentText(text, threaded ? undefined : this.#by) });
  }
}
