import { addWords, type SeenAndHidden } from '../looks/hidden-words.ts';
import { lineLookOf, type RunLook } from '../looks/run-look.ts';
import { childAt, childrenOf, type Element, textIn } from '../xml.ts';

/** The text of a cell, of which some words can have their own look. The readings of characters are left out. */
export class RichText {
  readonly #words: SeenAndHidden = { text: '', hidden: [] };
  /** Some words have their own look. */
  isFormatted = false;
  /** Some words have the look of the cell. */
  isPlain = false;

  constructor(element: Element) {
    for (const child of childrenOf(element)) {
      if (child.name === 't') this.#add(textIn(child), null);
      if (child.name === 'r') this.#add(textIn(childAt(child, 't')), childAt(child, 'rPr') ?? null);
    }
  }

  #add(text: string, properties: Element | null): void {
    if (properties === null) this.isPlain ||= text !== '';
    else this.isFormatted = true;
    const looks = childrenOf(properties ?? undefined).map(({ name, attributes }) =>
      lineLookOf(name, attributes.val ?? ''),
    );
    const { struck, raised }: RunLook = Object.assign({}, ...looks);
    addWords(this.#words, text, struck ? 'struck_out' : null, raised);
  }

  get seen(): string {
    return this.#words.text;
  }

  /** The words that are struck out. */
  get struck(): string {
    return this.#words.hidden.map(({ text }) => text).join(' ');
  }
}
