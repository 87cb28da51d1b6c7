import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { processesAbove } from './confinement.ts';

/** The kernel's status of a process fits into this many bytes. */
const statusBytes = 4096;

/**
 * Measures the memory of a confined program. The kernel's file about the program stays open, so that a measurement
 * takes only some microseconds.
 */
export class ResidentMemory {
  /** The process that `confine` started. */
  readonly #started: number | undefined;
  readonly #room = Buffer.alloc(statusBytes);
  #status: number | null = null;
  #closed = false;

  constructor(started: number | undefined) {
    this.#started = started;
  }

  /** The program's memory in bytes; null if the program is not running, or if the system does not report it. */
  bytes(): number | null {
    if (this.#closed || this.#started === undefined) return null;
    try {
      this.#status ??= openSync(`/proc/${programOf(this.#started)}/status`, 'r');
      const length = readSync(this.#status, this.#room, 0, statusBytes, 0);
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(this.#room.toString('latin1', 0, length))?.[1];
      return kilobytes === undefined ? null : Number(kilobytes) * 1024;
    } catch {
      // The file was that of a process that prepared the start of the program, or the program has ended.
      this.#closeStatus();
      return null;
    }
  }

  close(): void {
    this.#closeStatus();
    this.#closed = true;
  }

  #closeStatus(): void {
    if (this.#status !== null) closeSync(this.#status);
    this.#status = null;
  }
}

/**
 * The process of the program itself, below the processes that confine it. Throws if the program has not started yet.
 */
function programOf(started: number): number {
  let pid = started;
  for (let above = processesAbove(); above > 0; above -= 1) {
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
    if (!child) throw new Error('the program has not started yet');
    pid = Number(child);
  }
  return pid;
}
