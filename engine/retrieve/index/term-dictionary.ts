/** The terms of some sources, each with a number from 0. */
export class TermDictionary {
  readonly #numbers = new Map<string, number>();

  /** The number of a term; a new term receives the next number. */
  add(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(term, number);
    return number;
  }

  numberOf(term: string): number | undefined {
    return this.#numbers.get(term);
  }
}
