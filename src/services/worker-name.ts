import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** A name for this process as the holder of leases. Unique over machines and restarts. */
export function newWorkerName(): string {
  return [encodeURIComponent(hostname()), process.pid, randomBytes(6).toString('hex')].join('/');
}

/**
 * Tells of a name whether its process is surely gone: it ran on this machine, under an id that no process has now
 * or that is this process's own. Of other machines nothing is known, so their leases run out by time.
 */
export function goneWorkers(own: string): (name: string) => boolean {
  const [ownHost] = own.split('/');
  return (name) => {
    const [host, pid] = name.split('/');
    if (name === own || host !== ownHost) return false;
    return Number(pid) === process.pid || !isRunning(Number(pid));
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isDefunct(pid);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/**
 * Whether the process has ended and only its entry is left, because the process above it does not ask for its end:
 * usual in containers, where the first process often is no init. Known on Linux alone.
 */
function isDefunct(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
