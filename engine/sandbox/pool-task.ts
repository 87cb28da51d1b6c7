import type { SandboxPool } from './pool.ts';
import { type EndReason, type Sandbox, SandboxEnded } from './sandbox.ts';

/** Maximum time for a child to start, in ms; a busy machine needs some seconds. */
export const startWithinMs = 60_000;

export type TaskOptions<Question> = {
  /** The first question to the child, whose time does not count. */
  first: Question;
  memoryBytes: number;
  /** The maximum time for all other questions together, in ms. */
  mostMs: number;
  signal: AbortSignal;
  /** The error for a child that was killed at a limit while it answered a question. Unset: `SandboxEnded`. */
  atLimit?: (reason: Limit, question: Question) => Error;
};

/** The limits at which a child is killed. */
type Limit = Exclude<EndReason, 'crashed'>;

/**
 * A task of a child, which no other task shares. The child is killed when it takes more than `mostMs`, when it uses too
 * much memory, and when the signal is aborted. All methods throw `SandboxEnded`, the error of `atLimit` or the signal's
 * reason.
 */
export class PoolTask<Question extends object, Reply extends { reply: string }> {
  readonly #pool: SandboxPool<Question, Reply>;
  readonly #child: Sandbox<Question, Reply>;
  readonly #options: TaskOptions<Question>;
  readonly #stopWatching: () => void;
  #leftMs: number;

  private constructor(
    pool: SandboxPool<Question, Reply>,
    child: Sandbox<Question, Reply>,
    options: TaskOptions<Question>,
  ) {
    this.#pool = pool;
    this.#child = child;
    this.#options = options;
    this.#leftMs = options.mostMs;
    options.signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#stopWatching = child.watchMemory(options.memoryBytes);
  }

  /** Gets a child and asks it the first question. A task waits for no other one, so callers limit their number. */
  static async start<Question extends object, Reply extends { reply: string }>(
    pool: SandboxPool<Question, Reply>,
    options: TaskOptions<Question>,
  ): Promise<PoolTask<Question, Reply>> {
    const task = new PoolTask(pool, await pool.acquire(options.signal, options), options);
    try {
      await task.#within(startWithinMs, options.first);
      return task;
    } catch (error) {
      task.end();
      throw error;
    }
  }

  /** Asks a question and returns its reply of a kind. Throws an error for any other reply. */
  async ask<Kind extends Reply['reply']>(
    question: Question,
    kind: Kind,
  ): Promise<Extract<Reply, { reply: Kind }>> {
    const started = performance.now();
    try {
      const reply = await this.#within(this.#leftMs, question);
      if (isOfKind(reply, kind)) return reply;
      throw new Error(`the child process failed: ${'message' in reply ? reply.message : reply.reply}`);
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }

  /** Returns the child to its pool. */
  end(): void {
    this.#stopWatching();
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#pool.release(this.#child);
  }

  async #within(ms: number, question: Question): Promise<Reply> {
    if (ms <= 0) this.#child.kill('timed_out');
    const timer = setTimeout(() => this.#child.kill('timed_out'), ms);
    try {
      return await this.#child.ask(question);
    } catch (error) {
      const { signal, atLimit } = this.#options;
      signal.throwIfAborted();
      if (!(error instanceof SandboxEnded) || error.reason === 'crashed' || !atLimit) throw error;
      throw atLimit(error.reason, question);
    } finally {
      clearTimeout(timer);
    }
  }

  readonly #onAbort = (): void => this.#child.kill('crashed');
}

function isOfKind<Reply extends { reply: string }, Kind extends Reply['reply']>(
  reply: Reply,
  kind: Kind,
): reply is Extract<Reply, { reply: Kind }> {
  return reply.reply === kind;
}
