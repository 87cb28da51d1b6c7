import type { Tokens } from './chat/raw-answer.ts';

/**
 * The tokens that a run can use, input and output. A call can start only if the tokens that are left cover the maximum
 * that the call can use.
 */
export class Budget {
  readonly limit: number;
  #spent: number;
  #reserved = 0;

  /** `limit` is a number of tokens; `spent` is what earlier attempts of the same run have used. */
  constructor(limit: number = Number.POSITIVE_INFINITY, spent = 0) {
    this.limit = limit;
    this.#spent = spent;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Reserves the maximum number of tokens that a call can use; null if fewer tokens are left. */
  reserve(tokens: number): Reservation | null {
    if (this.#spent + this.#reserved + tokens > this.limit) return null;
    this.#reserved += tokens;
    let open = true;
    return {
      settle: (used) => {
        if (!open) return;
        open = false;
        this.#reserved -= tokens;
        this.#spent += used ? used.input + used.output : 0;
      },
    };
  }
}

/** `settle` replaces the reservation by the tokens that the call used; pass null if it used none. */
export type Reservation = { settle(used: Tokens | null): void };
