import type { Block } from '../block.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';
import { BodyReader, type Typography } from './body.ts';

export type Note = { blocks: Block[]; by: string | undefined };

/**
 * The footnotes, endnotes or comments of a document by id, each with its paragraphs and its author. The separators
 * between text and notes are left out.
 */
export function readNotes(
  bytes: Buffer | null,
  element: 'footnote' | 'endnote' | 'comment',
  typography: Typography,
): Map<string, Note> {
  const splitter = parseXml(bytes, new NoteSplitter(element, typography));
  return splitter.notes;
}

class NoteSplitter implements XmlHandler {
  readonly notes = new Map<string, Note>();
  readonly #element: string;
  readonly #newReader: () => BodyReader;
  #id: string | null = null;
  #by: string | undefined;
  #reader: BodyReader | null = null;

  constructor(element: string, typography: Typography) {
    this.#element = element;
    this.#newReader = () => new BodyReader(typography);
  }

  open(name: string, attributes: Attributes): void {
    if (name === this.#element) {
      this.#id = attributes.type === undefined ? (attributes.id ?? null) : null;
      this.#by = attributes.author;
      this.#reader = this.#newReader();
    } else this.#reader?.open(name, attributes);
  }

  close(name: string): void {
    if (name !== this.#element) {
      this.#reader?.close(name);
      return;
    }
    if (this.#id !== null && this.#reader !== null) {
      this.notes.set(this.#id, { blocks: this.#reader.blocks(), by: this.#by });
    }
    this.#reader = null;
  }

  text(text: string): void {
    this.#reader?.text(text);
  }
}
