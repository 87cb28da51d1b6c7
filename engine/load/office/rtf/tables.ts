import { type Colour, colourOf } from '../../pages/colour.ts';
import { headingOfName } from '../looks/styles.ts';
import { decodedBytes, pageOfCharset, westernPage } from './code-pages.ts';

/**
 * A font's code page (null is the code page of the file). With `symbols`, the bytes are characters of a symbol font.
 */
type Font = { page: string | null; symbols: boolean };

const symbolCharset = 2;

/** Collects the character sets of a file's fonts. */
export class FontTable {
  readonly #fonts = new Map<number, Font>();
  #number = 0;

  word(name: string, value: number | null): void {
    if (name === 'f' && value !== null) this.#number = value;
    if (name === 'fcharset' && value !== null) {
      this.#fonts.set(this.#number, { page: pageOfCharset(value), symbols: value === symbolCharset });
    }
  }

  font(number: number | null): Font {
    return this.#fonts.get(number ?? -1) ?? { page: null, symbols: false };
  }
}

/** Collects which of a file's paragraph styles are headings, by their outline level or by their name. */
export class StyleTable {
  readonly #headings = new Map<number, number>();
  #number = 0;
  #name: number[] = [];

  word(name: string, value: number | null): void {
    if (name === 's' && value !== null) this.#number = value;
    if (name === 'outlinelevel' && value !== null && value <= 8) this.#headings.set(this.#number, value + 1);
  }

  byte(value: number): void {
    if (value !== 0x3b) {
      this.#name.push(value);
      return;
    }
    const heading = headingOfName(decodedBytes(this.#name, westernPage).trim());
    if (heading !== null && !this.#headings.has(this.#number)) this.#headings.set(this.#number, heading);
    this.#name = [];
    this.#number = 0;
  }

  /** The heading level, from 1, of a paragraph style; null if it is not a heading style. */
  heading(style: number | null): number | null {
    return style === null ? null : (this.#headings.get(style) ?? null);
  }
}

/**
 * Collects the colours of a file. The first colour can be the automatic one, for which the file states no red, green or
 * blue.
 */
export class ColourTable {
  readonly #colours: (Colour | null)[] = [];
  #levels: { red?: number; green?: number; blue?: number } = {};

  word(name: string, value: number | null): void {
    if (name === 'red' || name === 'green' || name === 'blue') this.#levels[name] = value ?? 0;
  }

  byte(value: number): void {
    if (value !== 0x3b) return;
    const { red, green = 0, blue = 0 } = this.#levels;
    this.#colours.push(red === undefined ? null : colourOf(red, green, blue));
    this.#levels = {};
  }

  /** The colour with this index; null for the automatic colour. */
  colour(index: number | null): Colour | null {
    return this.#colours[index ?? 0] ?? null;
  }
}
