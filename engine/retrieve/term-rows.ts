import type { Vocabulary } from './vocabulary.ts';

/** Rows of terms, such as the words of each passage of a source, each kept as one number and found by its place. */
export class TermRows {
  readonly #vocabulary: Vocabulary;
  /** The terms of all rows, one row after the other. */
  #terms = new Uint32Array(256);
  /** Where each row begins, and where the last one ends. */
  readonly #starts = [0];
  /** The places of `#terms` in the order of the terms, those of one term in the order of the text; null until it is asked for. */
  #ordered: Uint32Array | null = null;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** Takes in the next row. */
  add(row: readonly string[]): void {
    const from = this.#length;
    const end = from + row.length;
    if (end > this.#terms.length) {
      const longer = new Uint32Array(Math.max(end, this.#terms.length * 2));
      longer.set(this.#terms);
      this.#terms = longer;
    }
    row.forEach((term, at) => {
      this.#terms[from + at] = this.#vocabulary.add(term);
    });
    this.#starts.push(end);
    this.#ordered = null;
  }

  /** How often some terms stand beside each other in which rows, in the order of the rows. */
  count(terms: readonly string[]): Map<number, number> {
    const counts = new Map<number, number>();
    if (terms.length === 0) return counts;
    const numbers: number[] = [];
    for (const term of terms) {
      const number = this.#vocabulary.numberOf(term);
      if (number === undefined) return counts;
      numbers.push(number);
    }
    const ordered = this.#order();
    let rarest = { offset: 0, from: 0, to: Number.POSITIVE_INFINITY };
    for (const [offset, number] of numbers.entries()) {
      const from = this.#firstNotBelow(number);
      const to = this.#firstNotBelow(number + 1);
      if (to - from < rarest.to - rarest.from) rarest = { offset, from, to };
    }
    for (let at = rarest.from; at < Math.min(rarest.to, ordered.length); at += 1) {
      const first = (ordered[at] ?? 0) - rarest.offset;
      if (!numbers.every((number, offset) => this.#terms[first + offset] === number)) continue;
      const row = this.#rowOf(first);
      if (first + numbers.length > (this.#starts[row + 1] ?? 0)) continue;
      counts.set(row, (counts.get(row) ?? 0) + 1);
    }
    return counts;
  }

  get #length(): number {
    return this.#starts.at(-1) ?? 0;
  }

  /** Sorts when all is there, by one number made of term and place: numbers are sorted ten times as fast as by a comparison. */
  #order(): Uint32Array {
    if (this.#ordered) return this.#ordered;
    this.#terms = this.#terms.slice(0, this.#length);
    const keys = Float64Array.from(this.#terms, (term, at) => term * placesAtMost + at).sort();
    this.#ordered = Uint32Array.from(keys, (key) => key % placesAtMost);
    return this.#ordered;
  }

  #firstNotBelow(number: number): number {
    const ordered = this.#order();
    return firstWhere(ordered.length, (at) => (this.#terms[ordered[at] ?? 0] ?? 0) >= number);
  }

  #rowOf(place: number): number {
    return firstWhere(this.#starts.length, (at) => (this.#starts[at] ?? 0) > place) - 1;
  }
}

/** More than the words of any source; with as many terms it is a number that is still exact. */
const placesAtMost = 2 ** 26;

/** The first of `count` numbers from 0 that meets a condition, which all after it meet too; `count` when none does. */
function firstWhere(count: number, meets: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (meets(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
