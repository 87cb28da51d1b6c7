import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export type Measured = {
  ms: number;
  stdout: string;
  /**
   * Highest resident memory in bytes, of the process, of all children that lived at one time added up, and of the
   * largest process of them all, each at its own highest; `tree` is what all of them held at one moment. Null where /proc
   * is not.
   */
  peak: { own: number; children: number; largest: number; tree: number } | null;
  /** Processor time of the process and its children, in ms; null where /proc is not. */
  processorMs: number | null;
};

const pollMs = 20;
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/**
 * Runs a process to its end and measures it as a whole: start, imports and all. Memory is the kernel's own high-water
 * mark (VmHWM), read until the process is gone. Throws when it fails.
 */
export function measure(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const peaks = new Map<number, number>();
    const times = new Map<number, number>();
    let children = 0;
    let tree = 0;
    const { pid } = child;
    const poll = setInterval(() => {
      if (pid === undefined) return;
      const alive = childrenOf(pid);
      for (const one of [pid, ...alive]) {
        noteHighWater(peaks, one);
        noteTime(times, one);
      }
      tree = Math.max(tree, sum([pid, ...alive].map(residentBytes)));
      children = Math.max(children, sum(alive.map((one) => peaks.get(one) ?? 0)));
    }, pollMs);
    child.on('error', reject);
    child.on('close', (code) => {
      clearInterval(poll);
      const ms = performance.now() - startedAt;
      const processorMs = times.size === 0 ? null : sum([...times.values()]);
      if (code === 0 && pid !== undefined)
        resolve({ ms, stdout, peak: peakOf(peaks, pid, { children, tree }), processorMs });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stderr}`));
    });
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function peakOf(
  peaks: ReadonlyMap<number, number>,
  pid: number,
  { children, tree }: { children: number; tree: number },
): Measured['peak'] {
  const own = peaks.get(pid);
  return own === undefined ? null : { own, children, largest: Math.max(...peaks.values()), tree };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(procFile(pid, 'status'))?.[1] ?? 0) * 1024;
}

function noteHighWater(peaks: Map<number, number>, pid: number) {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(procFile(pid, 'status'))?.[1];
  if (kilobytes !== undefined) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, Number(kilobytes) * 1024));
}

function noteTime(times: Map<number, number>, pid: number) {
  const [, fields = ''] = procFile(pid, 'stat').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  if (user !== undefined && system !== undefined) times.set(pid, (user + system) * tickMs);
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const lists = threads.map((thread) => procFile(pid, `task/${thread}/children`));
    const direct = lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
    return direct.flatMap((one) => [one, ...childrenOf(one)]);
  } catch {
    return [];
  }
}

/** Empty when the process ended in between or the system has no such file. */
function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
