import { addWords, type SeenAndHidden } from '../looks/hidden-words.ts';
import { lineLookOf, type RunLook } from '../looks/run-look.ts';
import type { Attributes } from '../xml.ts';

/** The text of a cell, of which some words can have their own look. */
export class RichText {
  readonly #words: SeenAndHidden = { text: '', hidden: [] };
  /** Some words have their own look. */
  isFormatted = false;
  /** Some words have the look of the cell. */
  isPlain = false;
  #run: RunLook | null = null;

  open(name: string, { val = '' }: Attributes): void {
    if (name === 'rPr') {
      this.isFormatted = true;
      this.#run = {};
    } else if (this.#run !== null) Object.assign(this.#run, lineLookOf(name, val));
  }

  close(name: string): void {
    if (name === 'r') this.#run = null;
  }

  add(text: string): void {
    this.isPlain ||= this.#run === null;
    addWords(this.#words, text, this.#run?.struck ? 'struck_out' : null, this.#run?.raised);
  }

  get seen(): string {
    return this.#words.text;
  }

  /** The words that are struck out. */
  get struck(): string {
    return this.#words.hidden.map(({ text }) => text).join(' ');
  }
}
