import { subscripts, superscripts } from '../../language/normal-form.ts';
import { looseBox } from './boxes/char-box.ts';
import { codeAt, isDigit, isLowerCase, isUpperCase, type TextPage } from './text-page.ts';

/** A digit or letter is above or below its line if its baseline differs by at least this share of the line's height. */
const leastRise = 0.12;

/** How a raised character is written: `mark` comes before it, `text` takes its place. */
type Raised = { mark?: string; text: string };

/**
 * Finds the digits above or below the line of the character that they follow, and writes them as superscripts or
 * subscripts, so that 30 with the mark of footnote 1 is not read as 301, nor 10³ as 103. A single raised letter after a
 * number gets a mark. Calls must be in the order of the text.
 */
export class RaisedMarks {
  readonly #textPage: TextPage;
  /** The last character that was compared. */
  #last = -1;
  /** The character on whose line `#last` is, or above or below whose line it is. */
  #base = -1;
  #baseX = 0;
  #baseY = 0;

  constructor(textPage: TextPage) {
    this.#textPage = textPage;
  }

  /**
   * How the character `index`, which follows the character `codeBefore` without a gap, is written; null if as it is.
   */
  at(code: number, index: number, codeBefore: number): Raised | null {
    const before = index - 1;
    const digit = isDigit(code);
    if (!digit && !(isDigit(codeBefore) && isLetter(code) && !isLetter(this.#code(index + 1)))) return null;
    const base = this.#last === before ? this.#base : before;
    const rise = this.#rise(base, index);
    this.#last = index;
    if (rise === 0) {
      this.#placeBase(index);
      return null;
    }
    const raised = rise > 0;
    if (!raised && !isDigit(this.#code(before)) && this.#code(before) !== slash) return null;
    if (!digit) return { mark: raised ? '^' : '_', text: String.fromCodePoint(code) };
    return { text: (raised ? superscripts : subscripts).charAt(code - 48) };
  }

  #code(index: number): number {
    return codeAt(this.#textPage, index);
  }

  /** 1 if a character is above the line of the character `base` before it, -1 if it is below that line, else 0. */
  #rise(base: number, index: number): number {
    if (base !== this.#base) this.#placeBase(base);
    const [x, y] = this.#origin(index);
    const right = x - this.#baseX;
    const up = y - this.#baseY;
    if (up === 0 && right > 0) return 0;
    const { module, handle } = this.#textPage;
    const angle = module._FPDFText_GetCharAngle(handle, index);
    if (angle !== module._FPDFText_GetCharAngle(handle, base)) return 0;
    const along = right * Math.cos(angle) - up * Math.sin(angle);
    const rise = right * Math.sin(angle) + up * Math.cos(angle);
    const { left, right: end, bottom, top } = looseBox(this.#textPage, base);
    const height = Math.abs(Math.cos(angle)) > 0.5 ? top - bottom : end - left;
    // A character further on is in another line or column.
    if (along <= 0 || along > height * 2) return 0;
    if (Math.abs(rise) < height * leastRise || Math.abs(rise) > height) return 0;
    return Math.sign(rise);
  }

  #placeBase(base: number): void {
    [this.#baseX, this.#baseY] = this.#origin(base);
    this.#base = base;
  }

  #origin(index: number): readonly [number, number] {
    const { module, handle } = this.#textPage;
    const { scratch: at } = module;
    module._FPDFText_GetCharOrigin(handle, index, at, at + 8);
    const { HEAPF64: doubles } = module;
    return [doubles[at >> 3] ?? 0, doubles[(at >> 3) + 1] ?? 0];
  }
}

const slash = 0x2f;

function isLetter(code: number): boolean {
  return isLowerCase(code) || isUpperCase(code);
}
