import { Sandbox, type SandboxOptions } from './sandbox.ts';

/** A child is replaced after this many tasks, so that memory leaks stay small. */
const usesOfOne = 50;
/** A child is also replaced when it uses this share of its memory limit, because its memory never shrinks. */
const wornShare = 1 / 3;

export type PoolOptions<Reply> = SandboxOptions<Reply> & {
  /** Maximum number of children. */
  size: number;
  /** Maximum number of idle children; unset means no limit. */
  idle?: number;
};

/**
 * Keeps child processes ready and assigns each to one task at a time. Replaces children that were killed, have done
 * many tasks or use much memory.
 */
export class SandboxPool<Question extends object, Reply> {
  readonly #options: PoolOptions<Reply>;
  readonly #idle: Sandbox<Question, Reply>[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #takers = new Set<() => void>();
  #busy = 0;
  #closed = false;

  constructor(options: PoolOptions<Reply>) {
    this.#options = options;
  }

  /** Waits for a free sandbox. Rejects with the signal's reason when it is aborted first. */
  async acquire(signal: AbortSignal): Promise<Sandbox<Question, Reply>> {
    signal.throwIfAborted();
    while (this.#busy >= this.#options.size) await this.#turn(signal);
    return this.#take();
  }

  /**
   * Starts a child before the first task needs one, unless a child exists. The child gets `forWhat` as an argument, so
   * that it can load in advance what it will probably need.
   */
  prepare(forWhat?: string): void {
    if (this.#closed || this.#busy > 0 || this.#idle.length > 0) return;
    this.#idle.push(new Sandbox(this.#options, forWhat));
  }

  /** A sandbox if one is free and no task waits for a sandbox; null otherwise. */
  tryAcquire(): Sandbox<Question, Reply> | null {
    if (this.#closed || this.#busy >= this.#options.size || this.#waiting.length > 0) return null;
    return this.#take();
  }

  /**
   * Calls `take` whenever a sandbox becomes free and no task waits for a sandbox. The returned function ends these
   * calls.
   */
  onFree(take: () => void): () => void {
    this.#takers.add(take);
    return () => this.#takers.delete(take);
  }

  release(sandbox: Sandbox<Question, Reply>): void {
    const { idle = Number.POSITIVE_INFINITY } = this.#options;
    if (!sandbox.dead && (this.#idle.length >= idle || this.#isWorn(sandbox))) sandbox.kill('crashed');
    this.#busy -= 1;
    if (!sandbox.dead) {
      sandbox.rest();
      this.#idle.push(sandbox);
    }
    const next = this.#waiting.shift();
    if (next !== undefined) next();
    else for (const take of [...this.#takers]) take();
  }

  /** Ends the idle children now, and the busy ones when they are released. */
  close(): void {
    this.#closed = true;
    for (const sandbox of this.#idle.splice(0)) sandbox.kill('crashed');
  }

  #isWorn(sandbox: Sandbox<Question, Reply>): boolean {
    if (this.#closed || sandbox.uses >= usesOfOne) return true;
    const bytes = sandbox.residentBytes();
    return bytes !== null && bytes > this.#options.memoryBytes * wornShare;
  }

  #take(): Sandbox<Question, Reply> {
    if (this.#closed) throw new Error('the pool of child processes is closed');
    this.#busy += 1;
    let sandbox = this.#idle.pop();
    while (sandbox?.dead) sandbox = this.#idle.pop();
    sandbox ??= new Sandbox(this.#options);
    sandbox.work();
    return sandbox;
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        const at = this.#waiting.indexOf(wake);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal.reason);
      };
      const wake = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(wake);
    });
  }
}
