import { readdirSync, readFileSync } from 'node:fs';

const everyMs = 20;

/**
 * Watches the processes that this one has started, until `stop` gives the most that any one of them held, in bytes; 0
 * where the system does not tell.
 */
export function memoryOfChildren(): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    for (const pid of childrenOf(process.pid)) most = Math.max(most, highWater(pid));
  }, everyMs);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

function childrenOf(pid: number): string[] {
  return threadsOf(pid).flatMap((thread) =>
    text(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean),
  );
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function highWater(pid: string): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(text(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** Empty when the process has ended in between. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
