import { readdirSync, readFileSync } from 'node:fs';

const everyMs = 20;

/**
 * Observes the child processes of this process. `stop` returns the peak memory of the largest one in bytes; 0 if the
 * system does not report memory.
 */
export function memoryOfChildren(): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    for (const pid of processesBelow(process.pid)) most = Math.max(most, highWater(pid));
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

function processesBelow(pid: number): number[] {
  return threadsOf(pid).flatMap((thread) => {
    const children = text(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number);
    return [...children, ...children.flatMap(processesBelow)];
  });
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function highWater(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** The content of the file; empty if the process has ended meanwhile. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
