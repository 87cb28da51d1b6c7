/** The column number, from 1, of a cell such as `B5`. */
export function columnNumber(at: string): number {
  let number = 0;
  for (const letter of /^[A-Z]+/.exec(at)?.[0] ?? '') number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** The letters of a column: 1 is A, 27 is AA. */
export function columnName(number: number): string {
  const letter = String.fromCharCode(65 + ((number - 1) % 26));
  return number <= 26 ? letter : columnName(Math.floor((number - 1) / 26)) + letter;
}

/** The number of the last possible column, XFD. */
const lastColumn = 16_384;

/**
 * The hidden columns of a sheet. Ranges can overlap and come in any order. Adding many ranges stays fast, because a range
 * is filled at once.
 */
export class HiddenColumns {
  readonly #hidden = new Uint8Array(lastColumn + 1);

  add(from: number, to: number): void {
    const last = Math.min(to, lastColumn);
    if (Number.isInteger(from) && from <= last) this.#hidden.fill(1, Math.max(1, from), last + 1);
  }

  has(column: number): boolean {
    return this.#hidden[column] === 1;
  }
}
