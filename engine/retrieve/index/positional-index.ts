import { firstWhere } from '../../model/sorted.ts';
import type { TermDictionary } from './term-dictionary.ts';

/** How often a term occurs in each passage or page that contains it; the key is the index of the passage or page. */
export type Postings = ReadonlyMap<number, number>;

/**
 * An index of rows of terms, such as the words of each passage of a source, that finds the positions of a term. Each
 * term is stored as a number.
 */
export class PositionalIndex {
  readonly #dictionary: TermDictionary;
  /** The terms of all rows, one row after the other. */
  #terms: Numbers = new Uint32Array(256);
  /** Where each row begins, and where the last one ends. */
  #starts = [0];
  /** The positions in `#terms`, sorted by term; positions of the same term are in text order. Null until first use. */
  #ordered: Numbers | null = null;

  constructor(dictionary: TermDictionary) {
    this.#dictionary = dictionary;
  }

  /** Adds the next row. */
  add(row: readonly string[]): void {
    const from = this.#length;
    const end = from + row.length;
    if (end > this.#terms.length) {
      const longer = new Uint32Array(Math.max(end, this.#terms.length * 2));
      longer.set(this.#terms);
      this.#terms = longer;
    }
    row.forEach((term, at) => {
      this.#terms[from + at] = this.#dictionary.add(term);
    });
    this.#starts.push(end);
    this.#ordered = null;
  }

  /** Releases spare capacity; rows can still be added. */
  close(): void {
    this.#order();
    this.#starts = [...this.#starts];
  }

  /** How often the given terms occur next to each other in each row that contains them, in row order. */
  count(terms: readonly string[]): Map<number, number> {
    const counts = new Map<number, number>();
    if (terms.length === 0) return counts;
    const numbers: number[] = [];
    for (const term of terms) {
      const number = this.#dictionary.numberOf(term);
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

  #order(): Numbers {
    if (this.#ordered) return this.#ordered;
    const terms = this.#terms.subarray(0, this.#length);
    this.#ordered = narrowed(placesInOrder(terms));
    this.#terms = narrowed(terms);
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

type Numbers = Uint16Array | Uint32Array;

const nothing = new Uint16Array(0);

/** A copy with two bytes per number if all numbers fit into two bytes, as for most files and dictionaries. */
function narrowed(numbers: Numbers): Numbers {
  if (numbers.length === 0) return nothing;
  const fits = numbers.every((number) => number < 2 ** 16);
  return fits ? Uint16Array.from(numbers) : Uint32Array.from(numbers);
}

const digitBits = 11;
const digits = 2 ** digitBits;

/**
 * The positions of the numbers, sorted by number; positions of equal numbers keep their order. The radix sort takes
 * some 60 ms for a million numbers.
 */
function placesInOrder(numbers: Numbers): Uint32Array {
  let places = new Uint32Array(numbers.length);
  let sorted = new Uint32Array(numbers.length);
  let highest = 0;
  for (let place = 0; place < numbers.length; place += 1) {
    places[place] = place;
    highest = Math.max(highest, numbers[place] ?? 0);
  }
  for (let shift = 0; shift < 32 && highest >>> shift > 0; shift += digitBits) {
    const starts = new Uint32Array(digits + 1);
    for (let place = 0; place < numbers.length; place += 1) {
      const after = (((numbers[place] ?? 0) >>> shift) & (digits - 1)) + 1;
      starts[after] = (starts[after] ?? 0) + 1;
    }
    for (let digit = 0; digit < digits; digit += 1)
      starts[digit + 1] = (starts[digit + 1] ?? 0) + (starts[digit] ?? 0);
    for (let at = 0; at < numbers.length; at += 1) {
      const place = places[at] ?? 0;
      const digit = ((numbers[place] ?? 0) >>> shift) & (digits - 1);
      const to = starts[digit] ?? 0;
      sorted[to] = place;
      starts[digit] = to + 1;
    }
    [places, sorted] = [sorted, places];
  }
  return places;
}
