import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';
import { RichText } from './rich-text.ts';

/** The workbook's table of texts, which cells refer to by index. */
export class SharedStrings implements XmlHandler {
  readonly #strings: string[] = [];
  /** The texts in which some words have their own look, by index. */
  readonly #formatted = new Map<number, RichText>();
  #text = new RichText();
  #phonetic = 0;
  #inText = false;

  static parse(bytes: Uint8Array | null): SharedStrings {
    return parseXml(bytes, new SharedStrings());
  }

  at(index: number): string {
    return this.#strings[index] ?? '';
  }

  /** The text at an index with the looks of its words; undefined if all words have the look of the cell. */
  formatted(index: number): RichText | undefined {
    return this.#formatted.get(index);
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'si') this.#text = new RichText();
    if (name === 'rPh') this.#phonetic += 1;
    this.#text.open(name, attributes);
    this.#inText = name === 't' && this.#phonetic === 0;
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic -= 1;
    this.#text.close(name);
    this.#inText = false;
    if (name !== 'si') return;
    if (this.#text.isFormatted) this.#formatted.set(this.#strings.length, this.#text);
    this.#strings.push(this.#text.seen);
  }

  text(text: string): void {
    if (this.#inText) this.#text.add(text);
  }
}
