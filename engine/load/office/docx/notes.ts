import type { Block } from '../block.ts';
import { type Element, elementsNamed } from '../xml.ts';
import { BodyReader, type Typography } from './body.ts';

export type Note = { blocks: Block[]; by: string | undefined };

/**
 * The footnotes, endnotes or comments of a document by id, each with its paragraphs and its author. The separators
 * between text and notes, which have a type, are left out.
 */
export function readNotes(
  part: Element,
  element: 'footnote' | 'endnote' | 'comment',
  typography: Typography,
): Map<string, Note> {
  const notes = elementsNamed(part, element).filter(
    ({ attributes: { type, id } }) => type === undefined && id !== undefined,
  );
  return new Map(
    notes.map((note) => {
      const { id = '', author } = note.attributes;
      return [id, { blocks: new BodyReader(typography).blocks(note), by: author }];
    }),
  );
}
