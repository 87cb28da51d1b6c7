import type { Admit } from '../../domain/records/quota.ts';
import type { Counted } from '../../limits/port.ts';

/** How many requests callers send. The counts only serve to refuse requests and may be lost in a power failure. */
export interface RequestCountStore {
  /**
   * Counts more requests of the caller, 1 by default. A window begins with the caller's first request and is replaced
   * after its end.
   */
  count(caller: string, windowMs: number, now: Date, requests?: number): Promise<Counted>;
}

/** The size of a stored file, or the bytes so far of one that has been arriving since `arrivingSince`. */
export type FileSize = { _id: string; userId: string; bytes: number; arrivingSince: Date | null };

/** How many bytes of files each user has stored. */
export interface FileSizeStore {
  /**
   * Records a file or its new size. `admit` gets the bytes of the owner's other files; if it throws, nothing changes.
   */
  note(file: FileSize, admit?: Admit): Promise<void>;
  /** Does nothing if it is not recorded. */
  forget(id: string): Promise<void>;
  /** Those of the ids that are not recorded. */
  unknown(ids: string[]): Promise<string[]>;
  /** Bytes of all files of the user. */
  total(userId: string): Promise<number>;
}

/** Event streams that servers keep open. They only serve to refuse others and may be lost in a power failure. */
export interface OpenStreamStore {
  /**
   * Records a stream until the given time. `admit` gets the number of the user's streams; if it throws, this one is
   * not added.
   */
  open(stream: OpenStream, until: Date, now: Date, admit: Admit): Promise<void>;
  /** Extends all streams of a server until the given time. */
  extend(server: string, until: Date): Promise<void>;
  close(id: string): Promise<void>;
}

/** `server` is the process that keeps the stream open. */
export type OpenStream = { _id: string; userId: string; server: string };
