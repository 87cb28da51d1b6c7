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
 * The hidden columns of a sheet. Ranges can overlap and come in any order. Adding many ranges stays fast, because each
 * column is marked only once.
 */
export class HiddenColumns {
  /**
   * For each column, from 1: the column itself if it is visible, else a later column at which to look for the next
   * visible one.
   */
  readonly #next = new Uint16Array(lastColumn + 2).map((_, column) => column);

  add(from: number, to: number): void {
    const last = Math.min(to, lastColumn);
    for (let column = this.#shown(Math.max(1, from)); column <= last; column = this.#shown(column + 1)) {
      this.#next[column] = column + 1;
    }
  }

  has(column: number): boolean {
    return column >= 1 && column <= lastColumn && this.#next[column] !== column;
  }

  /** The first visible column at or after `from`. */
  #shown(from: number): number {
    let column = from;
    for (let next = this.#next[column]; next !== undefined && next !== column; next = this.#next[column]) {
      this.#next[column] = this.#next[next] ?? next;
      column = next;
    }
    return column;
  }
}
