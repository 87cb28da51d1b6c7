import type { Checker } from './check/checker.ts';
import type { JobFile } from './job.ts';
import type { AnswerCache } from './llm/answer-cache.ts';
import type { SourceText } from './model/source.ts';

/** The bytes of a file, on local disk for as long as `close` was not called. */
export type OpenedSource = {
  path: string;
  bytes: number;
  /** Hex SHA-256 of the bytes. */
  sha256: string;
  /** What the sender says it is; only a hint, the content decides. */
  declaredType?: string;
  close(): Promise<void>;
};

/** Brings the bytes of a file to local disk. Throws `ReadFailure` with a reason a user can act on. */
export type OpenSource = (file: JobFile, signal: AbortSignal) => Promise<OpenedSource>;

/** What was read, by content hash, loader version and loader settings. Failures are never put into it. */
export interface SourceCache {
  get(key: string): Promise<SourceText | null>;
  put(key: string, value: SourceText): Promise<void>;
}

/** The time, so that tests can hold it. */
export interface Clock {
  now(): Date;
}

export type Ports = {
  openSource: OpenSource;
  sourceCache: SourceCache;
  clock: Clock;
  checker: Checker;
  /** Without it no answer outlives its run. */
  answers?: AnswerCache;
};
