import { closeSync, openSync, readSync } from 'node:fs';

/** What the kernel says of a process fits into this many bytes. */
const statusBytes = 4096;

/** Tells how much memory a process holds; its file stays open, so that a look costs some microseconds. */
export class ResidentMemory {
  readonly #status: number | null;
  readonly #room = Buffer.alloc(statusBytes);
  #closed = false;

  constructor(pid: number | undefined) {
    this.#status = pid === undefined ? null : openStatus(pid);
  }

  /** In bytes, or null when the process is gone or where the system does not tell. */
  bytes(): number | null {
    if (this.#status === null || this.#closed) return null;
    try {
      const length = readSync(this.#status, this.#room, 0, statusBytes, 0);
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(this.#room.toString('latin1', 0, length))?.[1];
      return kilobytes === undefined ? null : Number(kilobytes) * 1024;
    } catch {
      return null;
    }
  }

  close(): void {
    if (this.#status === null || this.#closed) return;
    this.#closed = true;
    closeSync(this.#status);
  }
}

function openStatus(pid: number): number | null {
  try {
    return openSync(`/proc/${pid}/status`, 'r');
  } catch {
    return null;
  }
}
