import type { Admit } from '../../domain/records/quota.ts';
import type { Counted } from '../../limits/port.ts';

/** Counts how many requests callers send. The counts are only for rate limits, and may be lost in a power failure. */
export interface RequestCountStore {
  /**
   * Adds `requests`, 1 by default, to the caller's count for the current period of `windowMs`. The first request after
   * the end of a period begins a new period.
   */
  count(caller: string, windowMs: number, now: Date, requests?: number): Promise<Counted>;
}

/**
 * The size of a stored file. While a file is still arriving, `bytes` is the number of bytes received so far, and
 * `arrivingSince` is the time when the upload began. `arrivingSince` is null for a complete file.
 */
export type FileSize = { _id: string; workspaceId: string; bytes: number; arrivingSince: Date | null };

/** Records how many bytes of files each workspace has stored. */
export interface FileSizeStore {
  /**
   * Records a file or its new size. `admit` gets the number of bytes of the workspace's other files; if `admit` throws,
   * nothing changes.
   */
  note(file: FileSize, admit?: Admit): Promise<void>;
  /** Removes the record of a file. Does nothing if there is none. */
  forget(id: string): Promise<void>;
  /** Returns those of the ids under which no file is recorded. */
  unknown(ids: string[]): Promise<string[]>;
  /** Returns the ids of all files of the workspace. */
  of(workspaceId: string): Promise<string[]>;
  /** Returns the number of bytes of all files of the workspace. */
  total(workspaceId: string): Promise<number>;
}

/**
 * Records the event streams that servers keep open. The records are only for limiting the number of streams, and may be
 * lost in a power failure.
 */
export interface OpenStreamStore {
  /**
   * Records a stream as open until the given time, which `extend` can postpone. `admit` gets the number of the user's
   * other streams; if `admit` throws, the stream is not recorded.
   */
  open(stream: OpenStream, until: Date, now: Date, admit: Admit): Promise<void>;
  /** Extends the records of all streams of a server until the given time. */
  extend(server: string, until: Date): Promise<void>;
  close(id: string): Promise<void>;
}

/** `server` is the process that keeps the stream open. */
export type OpenStream = { _id: string; userId: string; server: string };
