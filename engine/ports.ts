import type { Checker } from './check/checker.ts';
import type { JobFile } from './job.ts';
import type { AnswerCache } from './llm/answer-cache.ts';
import type { Budget } from './llm/budget.ts';
import type { Embedder } from './llm/embedding/embedder.ts';
import type { CheckerRecord } from './model/finding.ts';
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

/** The languages that pictures are read in, and the folder that holds their data. */
export type Recognition = { languages: string[]; folder: string };

/** What was said between two times, in ms from the start of what was sent. */
export type SpokenSegment = { startMs: number; endMs: number; text: string };

/** Writes down what is said in a recording. */
export interface Transcriber {
  /** What its words depend on beside the recording; part of the key under which they are kept. */
  id: string;
  /** `name` has the ending that says the format. Throws `ReadFailure`, or the signal's reason. */
  transcribe(recording: { path: string; name: string }, signal: AbortSignal): Promise<SpokenSegment[]>;
}

/** What can be read in a picture, letter by letter, and what is to be seen in it, in sentences. */
export type PictureDescription = { written: string[]; seen: string[] };

/** Says what a picture shows. */
export interface Vision {
  /** What its words depend on beside the picture; part of the key under which they are kept. */
  id: string;
  /** `jpeg` holds no notes of its camera. Throws `ReadFailure`, or the signal's reason. */
  describe(jpeg: Uint8Array, signal: AbortSignal): Promise<PictureDescription>;
  /** The same for one run: what it takes counts in the run's budget, where it has one, and is summed up. */
  forRun?(budget: Budget | undefined): RunVision;
}

/** `spent` is what was asked and answered so far. */
export interface RunVision extends Vision {
  spent(): Required<Pick<CheckerRecord, 'tokens' | 'requests'>>;
}

/** Lays documents of paragraphs out in pages. */
export interface PageLayout {
  /** What its pages depend on beside the document; part of the key under which they are kept. */
  id: string;
  /** What it is, for the operator. */
  description: string;
  /**
   * Hands over the path of a PDF, which is there until `use` has ended. `ending` is that of the document's format, with
   * its dot. Throws `ReadFailure`, or the signal's reason.
   */
  pdfOf<Result>(
    document: { path: string; ending: string },
    use: (pdf: string) => Promise<Result>,
    limits: { signal: AbortSignal; ms: number },
  ): Promise<Result>;
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
  /** Without it recordings are read only by their own subtitles. */
  transcriber?: Transcriber;
  /** Without it pictures are read only by the words that are recognised in them. */
  vision?: Vision;
  /** Without it pictures are read in English. */
  recognition?: Recognition;
  /** Asked for when a document needs it. Without it, or null, such a document is cited by heading and paragraph. */
  layout?: () => Promise<PageLayout | null>;
  /** Without it passages are searched by their words alone. */
  embedder?: Embedder;
  /** Without it no answer outlives its run. */
  answers?: AnswerCache;
};
