/**
 * A number for each passage or page of each source, initially 0. All numbers are in one array, because a separate array
 * for each of a thousand sources would be slow.
 */
export class ScoreTable {
  readonly #starts: number[] = [];
  readonly #values: Float64Array;

  /** `sizes`: how many passages or pages each source has. */
  constructor(sizes: readonly number[]) {
    let length = 0;
    for (const size of sizes) {
      this.#starts.push(length);
      length += size;
    }
    this.#values = new Float64Array(length);
  }

  add(source: number, place: number, points: number): void {
    const at = this.#at(source, place);
    this.#values[at] = (this.#values[at] ?? 0) + points;
  }

  get(source: number, place: number): number {
    return this.#values[this.#at(source, place)] ?? 0;
  }

  #at(source: number, place: number): number {
    return (this.#starts[source] ?? 0) + place;
  }
}
