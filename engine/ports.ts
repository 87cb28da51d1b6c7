import type { DocumentLoader } from '@langchain/core/document_loaders/base';
import type { TextSplitter } from '@langchain/textsplitters';
import type { Checker } from './check/checker.ts';
import type { JobFile } from './job.ts';
import type { AnswerCache } from './llm/answer-cache.ts';
import type { Budget } from './llm/budget.ts';
import type { Embedder } from './llm/embedding/embedder.ts';
import type { CheckerRecord } from './model/finding.ts';
import type { SourceText } from './model/source.ts';
import type { OpenRetriever } from './retrieve/custom-retriever.ts';
import type { StepConfig } from './runtime/step.ts';

/** The bytes of a file, on local disk until `close` is called. */
export type OpenedSource = {
  path: string;
  bytes: number;
  /** Hex SHA-256 of the bytes. */
  sha256: string;
  /** The sender's type for it; only a hint, the content decides. */
  declaredType?: string;
  close(): Promise<void>;
};

/** Brings the bytes of a file to local disk. Throws `ReadFailure` with a reason a user can act on. */
export type OpenSource = (file: JobFile, signal: AbortSignal) => Promise<OpenedSource>;

/** Content read from files, by content hash, loader version and loader settings. Failures are never stored. */
export interface SourceCache {
  get(key: string): Promise<SourceText | null>;
  put(key: string, value: SourceText): Promise<void>;
}

/** The languages for recognising pictures, and the folder with their data. */
export type Recognition = { languages: string[]; folder: string };

/** The speech between two times, in ms from the start of the upload. */
export type SpokenSegment = { startMs: number; endMs: number; text: string };

/** Transcribes a recording. */
export interface Transcriber {
  /** What its words depend on besides the recording; part of their cache key. */
  id: string;
  /** `name` has the ending of the format. Throws `ReadFailure`, or the signal's reason. */
  transcribe(recording: { path: string; name: string }, signal: AbortSignal): Promise<SpokenSegment[]>;
}

/** The text in a picture, letter by letter, and what the picture shows, in sentences. */
export type PictureDescription = { written: string[]; seen: string[] };

/** Describes a picture. */
export interface Vision {
  /** What its words depend on besides the picture; part of their cache key. */
  id: string;
  /** `jpeg` contains no notes of its camera. Throws `ReadFailure`, or the signal's reason. */
  describe(jpeg: Uint8Array, config: StepConfig): Promise<PictureDescription>;
  /** The same for one run: its usage counts in the run's budget, if there is one, and is summed up. */
  forRun?(budget: Budget | undefined): RunVision;
}

/** `spent` is the usage so far. */
export interface RunVision extends Vision {
  spent(): Required<Pick<CheckerRecord, 'tokens' | 'requests'>>;
}

/** Lays documents of paragraphs out in pages. */
export interface PageLayout {
  /** What its pages depend on besides the document; part of their cache key. */
  id: string;
  /** A description for the operator. */
  description: string;
  /**
   * Passes the path of a PDF to `use`; the file exists until `use` has ended. `ending` is that of the document's
   * format, with its dot. Throws `ReadFailure`, or the signal's reason.
   */
  pdfOf<Result>(
    document: { path: string; ending: string },
    use: (pdf: string) => Promise<Result>,
    limits: { signal: AbortSignal; ms: number },
  ): Promise<Result>;
}

/** A kind of file that a LangChain loader of the caller reads, chosen by the ending of the file's name. */
export type CustomFileType = {
  /** Recorded with the source, and with `version` part of the key under which its text is cached. */
  id: string;
  /** Change it when the loader's text or places change. */
  version: string;
  mediaType: string;
  /** In lower case, with the dot. They take precedence over Proviso's own readers. */
  extensions: readonly string[];
  /** `path` is on the local disk until loading ends. The loader runs in the calling process, not in a sandbox. */
  open(file: { path: string; name: string }): DocumentLoader;
};

/** A clock that tests can control. */
export interface Clock {
  now(): Date;
}

export type Ports = {
  openSource: OpenSource;
  sourceCache: SourceCache;
  clock: Clock;
  checker: Checker;
  /** Kinds of files that loaders of the caller read. */
  loaders?: readonly CustomFileType[];
  /** Splits sections of a document into passages. Unset: sentences are grouped into passages of some 800 characters. */
  splitter?: TextSplitter;
  /** Finds the input passages for a rule. Unset: by their words (BM25). */
  retriever?: OpenRetriever;
  /** Unset: recordings are read only by their own subtitles. */
  transcriber?: Transcriber;
  /** Unset: pictures are read only by the words recognised in them. */
  vision?: Vision;
  /** Unset: pictures are read in English. */
  recognition?: Recognition;
  /** Called when a document needs it. Unset or null: such a document is cited by heading and paragraph. */
  layout?: () => Promise<PageLayout | null>;
  /** Unset: passages are searched by their words alone. */
  embedder?: Embedder;
  /** Unset: no answer outlives its run. */
  answers?: AnswerCache;
};
