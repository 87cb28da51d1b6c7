import { Sandbox, type SandboxOptions } from './sandbox.ts';

/** A child is replaced after this many tasks, so that memory leaks stay small. */
const usesOfOne = 50;
/** A child is also replaced when it uses this share of its memory limit, because its memory never shrinks. */
const wornShare = 1 / 3;

export type PoolOptions<Reply> = SandboxOptions<Reply> & {
  /** Maximum number of children, not counting the additional ones for jobs that would have none. */
  size: number;
  /** Maximum number of idle children; unset means no limit. */
  idle?: number;
};

/**
 * Keeps child processes ready and assigns each to one task at a time. Replaces children that were killed, have done
 * many tasks or use much memory.
 *
 * Tasks can belong to a job, such as the files of one run. A job without a child gets one even if all are busy, so that
 * the slow tasks of one job do not delay another job.
 */
export class SandboxPool<Question extends object, Reply> {
  readonly #options: PoolOptions<Reply>;
  readonly #idle: Sandbox<Question, Reply>[] = [];
  readonly #waiting: { job: object | undefined; wake: () => void }[] = [];
  /** The jobs of the busy children. */
  readonly #jobs = new Map<Sandbox<Question, Reply>, object>();
  readonly #takers = new Set<() => void>();
  #busy = 0;
  #closed = false;

  constructor(options: PoolOptions<Reply>) {
    this.#options = options;
  }

  /** Waits for a free sandbox. Rejects with the signal's reason when it is aborted first. */
  async acquire(signal: AbortSignal, job?: object): Promise<Sandbox<Question, Reply>> {
    signal.throwIfAborted();
    while (!this.#isFreeFor(job)) await this.#turn(signal, job);
    const sandbox = this.#take();
    if (job !== undefined) this.#jobs.set(sandbox, job);
    return sandbox;
  }

  /**
   * Starts a child before the first task needs one, unless a child exists. The child gets `forWhat` as an argument, so
   * that it can load in advance what it will probably need.
   */
  prepare(forWhat?: string): void {
    if (this.#closed || this.#busy > 0 || this.#idle.length > 0) return;
    this.#idle.push(new Sandbox(this.#options, forWhat));
  }

  /** A sandbox if one is free and no task waits for a sandbox; null otherwise. With `idle`, none is started for it. */
  tryAcquire(which: 'any' | 'idle'): Sandbox<Question, Reply> | null {
    if (this.#closed || this.#busy >= this.#options.size || this.#waiting.length > 0) return null;
    if (which === 'idle' && this.#idle.every(({ dead }) => dead)) return null;
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
    const { size, idle = size } = this.#options;
    const isSurplus = this.#idle.length >= idle || this.#busy + this.#idle.length > size;
    if (!sandbox.dead && (isSurplus || this.#isWorn(sandbox))) sandbox.kill('crashed');
    this.#busy -= 1;
    this.#jobs.delete(sandbox);
    if (!sandbox.dead) {
      sandbox.rest();
      this.#idle.push(sandbox);
    }
    const next = this.#waiting.findIndex(({ job }) => this.#isFreeFor(job));
    if (next >= 0) for (const { wake } of this.#waiting.splice(next, 1)) wake();
    else for (const take of [...this.#takers]) take();
  }

  /** Ends the idle children now, and the busy ones when they are released. */
  close(): void {
    this.#closed = true;
    for (const sandbox of this.#idle.splice(0)) sandbox.kill('crashed');
  }

  #isFreeFor(job: object | undefined): boolean {
    if (this.#busy < this.#options.size) return true;
    return job !== undefined && ![...this.#jobs.values()].includes(job);
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

  #turn(signal: AbortSignal, job: object | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        const at = this.#waiting.indexOf(waiting);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal.reason);
      };
      const wake = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const waiting = { job, wake };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }
}
