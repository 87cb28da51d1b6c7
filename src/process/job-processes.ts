import type { ChildProcess } from 'node:child_process';

/** The process of a job ended before it replied. */
export class JobProcessEnded extends Error {
  readonly outOfMemory: boolean;

  constructor(outOfMemory: boolean) {
    super(`the process of a job ended${outOfMemory ? ': it ran out of memory' : ''}`);
    this.outOfMemory = outOfMemory;
  }
}

type JobProcess = { child: ChildProcess; timer?: NodeJS.Timeout };

/**
 * Does jobs in child processes. A process does one job at a time, and is killed when the signal of its job is aborted.
 * Idle processes are used again, and end after `idleMs`.
 */
export class JobProcesses {
  readonly #start: () => ChildProcess;
  readonly #idleMs: number;
  readonly #idle: JobProcess[] = [];
  readonly #all = new Set<ChildProcess>();

  constructor(start: () => ChildProcess, idleMs: number) {
    this.#start = start;
    this.#idleMs = idleMs;
  }

  /** Sends the job to a process and returns its reply. Throws the signal's reason, and `JobProcessEnded`. */
  async do(job: object, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const child = this.#take();
    const kill = () => child.kill('SIGKILL');
    signal.addEventListener('abort', kill, { once: true });
    try {
      const reply = await replyOf(child, job);
      if (!signal.aborted) this.#rest(child);
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  }

  /** Kills all processes. */
  close(): void {
    for (const child of this.#all) child.kill('SIGKILL');
  }

  #take(): ChildProcess {
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      clearTimeout(idle.timer);
      return idle.child;
    }
    const child = this.#start();
    this.#all.add(child);
    child.once('exit', () => {
      this.#all.delete(child);
      const at = this.#idle.findIndex((one) => one.child === child);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return child;
  }

  #rest(child: ChildProcess): void {
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#idleMs);
    this.#idle.push({ child, timer: timer.unref() });
  }
}

function replyOf(child: ChildProcess, job: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onReply = (reply: unknown) => {
      child.off('exit', onExit);
      resolve(reply);
    };
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      child.off('message', onReply);
      reject(new JobProcessEnded(code === 134 || signal === 'SIGABRT'));
    };
    child.once('message', onReply);
    child.once('exit', onExit);
    child.send(job, () => undefined);
  });
}
