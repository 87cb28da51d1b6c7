import type { z } from 'zod';
import type { Offer } from './offer.ts';
import type { OfferPool } from './offer-pool.ts';
import { type EndReason, SandboxEnded } from './sandbox.ts';

/** Maximum time for a child to start, in ms; a busy machine needs some seconds. */
const startWithinMs = 60_000;

export type TaskOptions<Offered extends Offer> = {
  /** Gives the child what it starts from. The time of these calls does not count. */
  first: (task: PoolTask<Offered>) => Promise<void>;
  memoryBytes: number;
  /** The maximum time for all other calls together, in ms. */
  mostMs: number;
  signal: AbortSignal;
  /** The error for a child that was killed at a limit during a call, which is in words too. Unset: `SandboxEnded`. */
  atLimit?: (reason: Limit, limit: string) => Error;
};

/** The limits at which a child is killed. */
type Limit = Exclude<EndReason, 'crashed'>;
type Child = Awaited<ReturnType<OfferPool['acquire']>>;

/** A function of a child threw an error, whose message is `reason`. */
export class CallFailed extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the child process failed: ${reason}`);
    this.reason = reason;
  }
}

/**
 * A task of a child, which no other task shares. The child is killed when it takes more than `mostMs`, when it uses too
 * much memory, when a call fails, and when the signal is aborted. All methods throw `SandboxEnded`, `CallFailed`, the
 * error of `atLimit` or the signal's reason.
 */
export class PoolTask<Offered extends Offer> {
  readonly #pool: OfferPool;
  readonly #child: Child;
  readonly #options: TaskOptions<Offered>;
  readonly #stopWatching: () => void;
  #leftMs = startWithinMs;

  private constructor(pool: OfferPool, child: Child, options: TaskOptions<Offered>) {
    this.#pool = pool;
    this.#child = child;
    this.#options = options;
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#stopWatching = child.watchMemory(options.memoryBytes);
  }

  /**
   * Gets a child and makes the first calls. A task waits for no other one, so callers limit their number. `Offered` is
   * what the children of the pool offer.
   */
  static async start<Offered extends Offer>(
    pool: OfferPool,
    options: TaskOptions<Offered>,
  ): Promise<PoolTask<Offered>> {
    const task = new PoolTask(pool, await pool.acquire(options.signal, options), options);
    try {
      await options.first(task);
      task.#leftMs = options.mostMs;
      return task;
    } catch (error) {
      task.end();
      throw error;
    }
  }

  /** Calls a function that returns nothing. */
  async tell<Name extends keyof Offered & string>(
    name: Name,
    ...given: Parameters<Offered[Name]>
  ): Promise<void> {
    await this.#call(name, given);
  }

  /** Calls a function. The child handles untrusted texts, so what the function returns is parsed like any input. */
  async ask<Name extends keyof Offered & string>(
    returns: z.ZodType<Awaited<ReturnType<Offered[Name]>>>,
    name: Name,
    ...given: Parameters<Offered[Name]>
  ): Promise<Awaited<ReturnType<Offered[Name]>>> {
    return returns.parse(JSON.parse(await this.#call(name, given)));
  }

  /** Returns the child to its pool. */
  end(): void {
    this.#stopWatching();
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#pool.release(this.#child);
  }

  async #call(name: string, given: readonly unknown[]): Promise<string> {
    const started = performance.now();
    if (this.#leftMs <= 0) this.#child.kill('timed_out');
    const timer = setTimeout(() => this.#child.kill('timed_out'), this.#leftMs);
    try {
      const reply = await this.#child.ask({ name, given });
      if (reply.reply === 'returned') return reply.json;
      this.#child.kill('crashed');
      throw new CallFailed(reply.message);
    } catch (error) {
      const { signal, atLimit, mostMs, memoryBytes } = this.#options;
      signal.throwIfAborted();
      if (!(error instanceof SandboxEnded) || error.reason === 'crashed' || !atLimit) throw error;
      const isLate = error.reason === 'timed_out';
      const limit = isLate ? `${mostMs / 1_000} seconds` : `${memoryBytes / 1024 / 1024} MB of memory`;
      throw atLimit(error.reason, limit);
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - started;
    }
  }

  readonly #onAbort = (): void => this.#child.kill('crashed');
}
