import type { SandboxPool } from './pool.ts';
import type { Sandbox } from './sandbox.ts';

/** Maximum time for a child to start, in ms; a busy machine needs some seconds. */
export const startWithinMs = 60_000;

export type TaskOptions<Question> = {
  /** The first question to the child, whose time does not count. */
  first: Question;
  memoryBytes: number;
  /** The maximum time for all other questions together, in ms. */
  mostMs: number;
  signal: AbortSignal;
};

/**
 * A task of a child, which no other task shares. The child is killed when it takes more than `mostMs`, when it uses too
 * much memory, and when the signal is aborted. All methods throw `SandboxEnded` or the signal's reason.
 */
export class PoolTask<Question extends object, Reply> {
  readonly #pool: SandboxPool<Question, Reply>;
  readonly #child: Sandbox<Question, Reply>;
  readonly #signal: AbortSignal;
  readonly #stopWatching: () => void;
  #leftMs: number;

  private constructor(
    pool: SandboxPool<Question, Reply>,
    child: Sandbox<Question, Reply>,
    { memoryBytes, mostMs, signal }: TaskOptions<Question>,
  ) {
    this.#pool = pool;
    this.#child = child;
    this.#signal = signal;
    this.#leftMs = mostMs;
    signal.addEventListener('abort', this.#onAbort, { once: true });
    this.#stopWatching = child.watchMemory(memoryBytes);
  }

  /** Gets a child and asks it the first question. A task waits for no other one, so callers limit their number. */
  static async start<Question extends object, Reply>(
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

  async ask(question: Question): Promise<Reply> {
    const started = performance.now();
    try {
      return await this.#within(this.#leftMs, question);
    } finally {
      this.#leftMs -= performance.now() - started;
    }
  }

  /** Returns the child to its pool. */
  end(): void {
    this.#stopWatching();
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#pool.release(this.#child);
  }

  async #within(ms: number, question: Question): Promise<Reply> {
    if (ms <= 0) this.#child.kill('timed_out');
    const timer = setTimeout(() => this.#child.kill('timed_out'), ms);
    try {
      return await this.#child.ask(question);
    } catch (error) {
      this.#signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  readonly #onAbort = (): void => this.#child.kill('crashed');
}
