import type { Tokens } from './chat/raw-answer.ts';

/** Tokens, input and output, and their cost in the currency of the prices; the cost is 0 without prices. */
export type Spending = { tokens: number; cost: number };

/** `settle` replaces the reservation by what the call used; pass null if it used nothing. */
export type Reservation = { settle(used: Tokens | null, cost?: number): Promise<void> };

/** Why a call may not be sent, in words. */
export type Refusal = { refused: string };

/**
 * What a run can use besides its own budget, such as the monthly budget of its owner, which other runs on other servers
 * share. `reserve` is called before a call is sent, with the maximum that the call can use.
 */
export interface Allowance {
  reserve(most: Spending): Promise<{ settle(used: Spending): Promise<void> } | Refusal>;
}

/**
 * The tokens that a run can use, input and output. A call can start only if the tokens that are left cover the maximum
 * that the call can use, and the allowance covers it too.
 */
export class Budget {
  readonly limit: number;
  #allowance: Allowance | undefined;
  #spent: number;
  #reserved = 0;

  /** `limit` is a number of tokens; `spent` is what earlier attempts of the same run have used. */
  constructor(limit: number = Number.POSITIVE_INFINITY, spent = 0, allowance?: Allowance) {
    this.limit = limit;
    this.#spent = spent;
    this.#allowance = allowance;
  }

  get spent(): number {
    return this.#spent;
  }

  /** From now on, calls also need the allowance. */
  limitBy(allowance: Allowance): void {
    this.#allowance = allowance;
  }

  /** Reserves the maximum that a call can use. Returns a refusal if less is left. */
  async reserve(tokens: number, cost = 0): Promise<Reservation | Refusal> {
    if (this.#spent + this.#reserved + tokens > this.limit) {
      const refused = `the budget of ${this.limit} tokens is reached (${this.#spent} used, up to ${tokens} needed for the next call).`;
      return { refused };
    }
    this.#reserved += tokens;
    const granted = await this.#allowance?.reserve({ tokens, cost }).catch((error: unknown) => {
      this.#reserved -= tokens;
      throw error;
    });
    if (granted !== undefined && 'refused' in granted) {
      this.#reserved -= tokens;
      return granted;
    }
    let open = true;
    return {
      settle: async (used, spentCost = 0) => {
        if (!open) return;
        open = false;
        const usedTokens = used ? used.input + used.output : 0;
        this.#reserved -= tokens;
        this.#spent += usedTokens;
        await granted?.settle({ tokens: usedTokens, cost: used ? spentCost : 0 });
      },
    };
  }
}
