import { type Block, BodyReader } from './body.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';
import { type Attributes, parseXml, type XmlHandler } from './xml.ts';

/** The paragraphs of a document's footnotes or endnotes, by id; separators between text and notes are none. */
export function readNotes(
  bytes: Buffer | null,
  element: 'footnote' | 'endnote',
  styles: Styles,
  numbering: Numbering,
): Map<string, Block[]> {
  const splitter = new NoteSplitter(element, styles, numbering);
  if (bytes !== null) parseXml(bytes, splitter);
  return splitter.notes;
}

class NoteSplitter implements XmlHandler {
  readonly notes = new Map<string, Block[]>();
  readonly #element: string;
  readonly #newReader: () => BodyReader;
  #id: string | null = null;
  #reader: BodyReader | null = null;

  constructor(element: string, styles: Styles, numbering: Numbering) {
    this.#element = element;
    this.#newReader = () => new BodyReader(styles, numbering);
  }

  open(name: string, attributes: Attributes): void {
    if (name === this.#element) {
      this.#id = attributes.type === undefined ? (attributes.id ?? null) : null;
      this.#reader = this.#newReader();
    } else this.#reader?.open(name, attributes);
  }

  close(name: string): void {
    if (name !== this.#element) {
      this.#reader?.close(name);
      return;
    }
    if (this.#id !== null && this.#reader !== null) this.notes.set(this.#id, this.#reader.blocks());
    this.#reader = null;
  }

  text(text: string): void {
    this.#reader?.text(text);
  }
}
