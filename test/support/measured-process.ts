import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** How a process ended, and what it and all its child processes used from start to end. */
export type MeasuredProcess = {
  /** The exit code; null if the process was killed. */
  code: number | null;
  /** Whether the process was killed because it did not end within `killAfterMs`. */
  late: boolean;
  ms: number;
  stdout: string;
  stderr: string;
  /**
   * Peak resident memory in bytes, null without /proc: `own` is that of the process, `children` that of its concurrent
   * children together, `largest` that of the largest process, and `tree` that of all processes together.
   */
  peak: { own: number; children: number; largest: number; tree: number } | null;
  /** Processor time of the process and its children, in ms; null without /proc. */
  processorMs: number | null;
};

type Surroundings = {
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /** A file descriptor to use as standard input; without it there is no input. */
  input?: number;
  /** Time in ms after which the process is killed with all its children. */
  killAfterMs?: number;
};

const pollMs = 20;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/**
 * Runs a process to its end and measures it, including its start and imports. Peak memory is the kernel's high-water
 * mark (VmHWM), read repeatedly until the process ends. Rejects if the process cannot be started.
 */
export function measureProcess(
  command: string,
  args: readonly string[],
  { env, cwd, input, killAfterMs }: Surroundings,
): Promise<MeasuredProcess> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(command, args, { stdio: [input ?? 'ignore', 'pipe', 'pipe'], env, cwd });
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const usage = new Usage(child.pid);
    const poll = setInterval(() => usage.look(), pollMs);
    let late = false;
    const end = setTimeout(
      () => {
        late = true;
        usage.kill();
      },
      killAfterMs ?? 2 ** 31 - 1,
    );
    const stop = () => {
      clearInterval(poll);
      clearTimeout(end);
    };
    child.on('error', (error) => {
      stop();
      reject(error);
    });
    child.on('close', (code) => {
      stop();
      const ms = performance.now() - startedAt;
      resolve({ code, late, ms, stdout, stderr, peak: usage.peak(), processorMs: usage.processorMs() });
    });
  });
}

/** Processor time in ms that a running process and its present descendants have used so far. Needs /proc. */
export function processorMsOf(pid: number): number {
  return sum([pid, ...processesBelow(pid)].map((one) => timeOf(one) ?? 0));
}

/** What a process and its descendants used. */
class Usage {
  readonly #pid: number | undefined;
  readonly #highest = new Map<number, number>();
  readonly #times = new Map<number, number>();
  #children = 0;
  #tree = 0;

  constructor(pid: number | undefined) {
    this.#pid = pid;
  }

  look(): void {
    const all = this.#all();
    let retained = 0;
    for (const pid of all) {
      const status = procFile(pid, 'status');
      const highWater = Math.max(this.#highest.get(pid) ?? 0, residentBytes(status, 'VmHWM'));
      if (highWater > 0) this.#highest.set(pid, highWater);
      retained += residentBytes(status, 'VmRSS');
      this.#noteTime(pid);
    }
    this.#tree = Math.max(this.#tree, retained);
    this.#children = Math.max(this.#children, sum(all.slice(1).map((pid) => this.#highest.get(pid) ?? 0)));
  }

  /** Kills the processes, parents first, so that none of them can start another one meanwhile. */
  kill(): void {
    for (const pid of this.#all()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    }
  }

  peak(): MeasuredProcess['peak'] {
    const own = this.#pid === undefined ? undefined : this.#highest.get(this.#pid);
    if (own === undefined) return null;
    return { own, children: this.#children, largest: Math.max(...this.#highest.values()), tree: this.#tree };
  }

  processorMs(): number | null {
    return this.#times.size === 0 ? null : sum([...this.#times.values()]);
  }

  #all(): number[] {
    return this.#pid === undefined ? [] : [this.#pid, ...processesBelow(this.#pid)];
  }

  #noteTime(pid: number): void {
    const time = timeOf(pid);
    if (time !== null) this.#times.set(pid, time);
  }
}

/** Processor time in ms that a process has used so far; null if it has ended. */
function timeOf(pid: number): number | null {
  const [, fields = ''] = procFile(pid, 'stat').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return user === undefined || system === undefined ? null : (user + system) * tickMs;
}

function processesBelow(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map((thread) => procFile(pid, `task/${thread}/children`));
    const direct = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
    return direct.flatMap((one) => [one, ...processesBelow(one)]);
  } catch {
    return [];
  }
}

/** The value in bytes; 0 if the line is missing. */
function residentBytes(status: string, line: 'VmHWM' | 'VmRSS'): number {
  return Number(new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
}

/** A file of /proc; empty if the process has ended or the system has no such file. */
function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
