/** Work that may be done for one quote in one source, in steps of a few nanoseconds. */
export class Steps {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Takes steps before they are done. Returns false if fewer are left; from then on none are left. */
  take(count: number): boolean {
    this.#left = count <= this.#left ? this.#left - count : -1;
    return this.#left >= 0;
  }

  get areUsedUp(): boolean {
    return this.#left < 0;
  }
}

/** The limits of the work for one quote in one source. */
export type StepLimits = {
  /** Steps to compare the exact words of a quote, in addition to some for each character of the source. */
  words: number;
  /** Steps to compare similar words. */
  similar: number;
};

/** Enough for quotes of 20,000 characters in a source of any length. */
export const defaultSteps: StepLimits = { words: 50_000_000, similar: 50_000_000 };
