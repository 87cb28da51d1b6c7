import { parseXml, type XmlHandler } from '../xml.ts';

/** The workbook's table of texts, which cells refer to by index. */
export class SharedStrings implements XmlHandler {
  readonly #strings: string[] = [];
  /** The indexes of texts in which some words have their own look. */
  readonly #formatted = new Set<number>();
  #phonetic = 0;
  #inText = false;

  static parse(bytes: Uint8Array | null): SharedStrings {
    const strings = new SharedStrings();
    if (bytes !== null) parseXml(bytes, strings);
    return strings;
  }

  at(index: number): string {
    return this.#strings[index] ?? '';
  }

  isFormatted(index: number): boolean {
    return this.#formatted.has(index);
  }

  open(name: string): void {
    if (name === 'si') this.#strings.push('');
    if (name === 'rPr') this.#formatted.add(this.#strings.length - 1);
    if (name === 'rPh') this.#phonetic += 1;
    this.#inText = name === 't' && this.#phonetic === 0;
  }

  close(name: string): void {
    if (name === 'rPh') this.#phonetic -= 1;
    this.#inText = false;
  }

  text(text: string): void {
    const last = this.#strings.length - 1;
    if (this.#inText && last >= 0) this.#strings[last] += text;
  }
}
