import { eachElement } from '../xml.ts';
import { RichText } from './rich-text.ts';

const strings = new Set(['si']);

/** The workbook's table of texts, which cells refer to by index. */
export class SharedStrings {
  readonly #strings: string[] = [];
  /** The texts in which some words have their own look, by index. */
  readonly #formatted = new Map<number, RichText>();

  constructor(bytes: Uint8Array | null) {
    eachElement(bytes, strings, (element) => {
      const text = new RichText(element);
      if (text.isFormatted) this.#formatted.set(this.#strings.length, text);
      this.#strings.push(text.seen);
    });
  }

  at(index: number): string {
    return this.#strings[index] ?? '';
  }

  /** The text at an index with the looks of its words; undefined if all words have the look of the cell. */
  formatted(index: number): RichText | undefined {
    return this.#formatted.get(index);
  }
}
