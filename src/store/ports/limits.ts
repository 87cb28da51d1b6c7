import type { Admit } from '../../domain/records/quota.ts';
import type { Counted } from '../../limits/port.ts';

/**
 * Counts how many requests callers send. The counts only serve to limit requests, and may be lost in a power failure.
 */
export interface RequestCountStore {
  /**
   * Adds `requests` to the caller's count, 1 by default. A window begins with the caller's first request; the first
   * request after its end begins a new window.
   */
  count(caller: string, windowMs: number, now: Date, requests?: number): Promise<Counted>;
}

/**
 * The size of a stored file. While a file is arriving, `arrivingSince` is when that began, and `bytes` are those
 * received so far.
 */
export type FileSize = { _id: string; userId: string; bytes: number; arrivingSince: Date | null };

/** How many bytes of files each user has stored. */
export interface FileSizeStore {
  /**
   * Records a file or its new size. `admit` gets the bytes of the owner's other files; if it throws, nothing changes.
   */
  note(file: FileSize, admit?: Admit): Promise<void>;
  /** Does nothing if the file is not recorded. */
  forget(id: string): Promise<void>;
  /** Returns those of the ids that are not recorded. */
  unknown(ids: string[]): Promise<string[]>;
  /** The number of bytes of all files of the user. */
  total(userId: string): Promise<number>;
}

/**
 * Event streams that servers keep open. The records only serve to limit the number of streams, and may be lost in a
 * power failure.
 */
export interface OpenStreamStore {
  /**
   * Records a stream as open until the given time, which `extend` can move. `admit` gets the number of the user's other
   * streams; if it throws, the stream is not recorded.
   */
  open(stream: OpenStream, until: Date, now: Date, admit: Admit): Promise<void>;
  /** Makes the records of all streams of a server valid until the given time. */
  extend(server: string, until: Date): Promise<void>;
  close(id: string): Promise<void>;
}

/** `server` is the process that keeps the stream open. */
export type OpenStream = { _id: string; userId: string; server: string };
