import { type Part, textPart } from '../../part.ts';
import { commentText } from '../comments.ts';
import { type Element, elementsNamed, textIn, walk } from '../xml.ts';

/** A comment on a cell; `at` is the cell, such as `B5`. */
export type CellComment = { at: string; text: string };

/** A pattern for the notice for older programs that Excel puts before the text of a threaded comment. */
const olderTwin = /^\[Threaded comment\][\s\S]*?(?:Comment|Kommentar|Commentaire)\s*:\s*/;

/** The part for a comment, which follows the row of its cell. */
export function commentPart(sheet: string, { at, text }: CellComment): Part {
  return textPart({ kind: 'cell', sheet, range: at, comment: true }, `${text}\n\n`, { apart: true });
}

/**
 * The comments of a part on the cells of a sheet, in the order of the file. Excel also writes the author's name at the
 * start of the text; it is removed from there. The author field of a threaded comment contains an identifier instead of a
 * name, so it is not used.
 */
export function commentsIn(part: Element): CellComment[] {
  const authors = elementsNamed(part, 'author').map(textIn);
  return elementsNamed(part, 'comment').flatMap((comment) => {
    const { ref: at = '', authorId = '' } = comment.attributes;
    const by = authors[Number(authorId)] ?? '';
    const stored = writtenIn(comment);
    const written = stored.replace(olderTwin, '').trim();
    const text = written.startsWith(`${by}:`) ? written.slice(by.length + 1).trim() : written;
    if (text === '' || !/^[A-Z]{1,3}\d{1,7}$/.test(at)) return [];
    return [{ at, text: commentText(text, olderTwin.test(stored) ? undefined : by) }];
  });
}

/** The text of a comment without the readings of its characters. */
function writtenIn(comment: Element): string {
  let text = '';
  walk(comment, (inner) => {
    if (inner.name === 't') text += textIn(inner);
    return inner.name !== 'rPh';
  });
  return text;
}
