import { setTimeout as wait } from 'node:timers/promises';
import { untilAborted } from '../runtime/until-aborted.ts';

export type Rate = { concurrency: number; tokensPerMinute: number | undefined };

const minuteMs = 60_000;

/** A clock that tests can control. `wait` throws when the signal is aborted. */
export type WaitingClock = { now(): number; wait(ms: number, signal: AbortSignal): Promise<void> };

const realClock: WaitingClock = {
  now: () => Date.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
};

/** Limits the concurrent calls and the tokens per minute of one model, over the whole process. */
export class RateLimit {
  #rate: Rate;
  readonly #clock: WaitingClock;
  #open = 0;
  #pausedUntil = 0;
  readonly #waiting: (() => void)[] = [];
  /** The times and sizes of admitted calls, oldest first. */
  readonly #spent: { at: number; tokens: number }[] = [];

  constructor(rate: Rate, clock: WaitingClock = realClock) {
    this.#rate = rate;
    this.#clock = clock;
  }

  set rate(rate: Rate) {
    this.#rate = rate;
    this.#wake();
  }

  /** Admits no call for the given time, in ms, because the server asked for a pause. */
  pause(forMs: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + forMs);
  }

  /** Runs the call when there is capacity for it. Throws the signal's reason when it is aborted while waiting. */
  async run<Result>(tokens: number, signal: AbortSignal, call: () => Promise<Result>): Promise<Result> {
    await this.#enter(signal);
    try {
      await this.#afford(tokens, signal);
      return await call();
    } finally {
      this.#open -= 1;
      this.#wake();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    while (this.#open >= this.#rate.concurrency) {
      let begin = () => {};
      const turn = new Promise<void>((resolve) => {
        begin = resolve;
      });
      this.#waiting.push(begin);
      try {
        await untilAborted(turn, signal);
      } catch (error) {
        const place = this.#waiting.indexOf(begin);
        if (place >= 0) this.#waiting.splice(place, 1);
        else this.#wake();
        throw error;
      }
    }
    this.#open += 1;
  }

  /**
   * Waits until the tokens of a call fit into the limit. A call larger than the limit starts as soon as no other tokens
   * were used in the last minute, because it would otherwise wait for ever.
   */
  async #afford(tokens: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = this.#clock.now();
      while ((this.#spent[0]?.at ?? now) <= now - minuteMs) this.#spent.shift();
      const used = this.#spent.reduce((sum, one) => sum + one.tokens, 0);
      const limit = this.#rate.tokensPerMinute ?? Number.POSITIVE_INFINITY;
      const oldest = this.#spent[0];
      const full = oldest !== undefined && used + tokens > limit ? oldest.at + minuteMs - now : 0;
      const waitMs = Math.max(full, this.#pausedUntil - now);
      if (waitMs <= 0) {
        if (Number.isFinite(limit)) this.#spent.push({ at: now, tokens });
        return;
      }
      await this.#clock.wait(waitMs, signal).catch(() => signal.throwIfAborted());
    }
  }

  #wake(): void {
    this.#waiting.shift()?.();
  }
}

const limits = new Map<string, RateLimit>();

/** The limit that all calls to a server and model share in this process. The most recently set rate applies. */
export function rateLimitOf(id: string, rate: Rate): RateLimit {
  const known = limits.get(id) ?? new RateLimit(rate);
  known.rate = rate;
  limits.set(id, known);
  return known;
}
