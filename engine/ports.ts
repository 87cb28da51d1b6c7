import type { DocumentLoader } from '@langchain/core/document_loaders/base';
import type { TextSplitter } from '@langchain/textsplitters';
import type { Checker } from './check/checker.ts';
import type { JobFile } from './job.ts';
import type { AnswerCache } from './llm/answer-cache.ts';
import type { Allowance, Budget } from './llm/budget.ts';
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
  /** The media type that the sender declared. It is only a hint: the type is detected from the content. */
  declaredType?: string;
  close(): Promise<void>;
};

/** Brings the bytes of a file to local disk. Throws a `ReadFailure` whose message tells the user what to do. */
export type OpenSource = (file: JobFile, signal: AbortSignal) => Promise<OpenedSource>;

/**
 * A cache of the content read from files. The keys are made of the file's hash and the loader's version and settings.
 * Failures are never stored.
 */
export interface SourceCache {
  get(key: string): Promise<SourceText | null>;
  put(key: string, value: SourceText): Promise<void>;
}

/** The languages of text recognition, and the folder with their data. */
export type Recognition = { languages: string[]; folder: string };

/** The speech between two times, in ms from the start of the recording. */
export type SpokenSegment = { startMs: number; endMs: number; text: string };

/** Transcribes a recording. */
export interface Transcriber {
  /** Identifies everything besides the recording that the transcript depends on. It is part of the cache key. */
  id: string;
  /** The name of the model, which callbacks and traces show. */
  model?: string;
  /** `name` has the file name extension of the recording's format. Throws `ReadFailure`, or the signal's reason. */
  transcribe(recording: { path: string; name: string }, signal: AbortSignal): Promise<SpokenSegment[]>;
}

/** `written` is the text in the picture, verbatim; `seen` is what the picture shows, in sentences. */
export type PictureDescription = { written: string[]; seen: string[] };

/** Describes a picture. */
export interface Vision {
  /** Identifies everything besides the picture that the description depends on. It is part of the cache key. */
  id: string;
  /** `jpeg` has no metadata of the camera. Throws `ReadFailure`, or the signal's reason. */
  describe(jpeg: Uint8Array, config: StepConfig): Promise<PictureDescription>;
  /** Returns a `Vision` for one run. Its usage counts against the budget of the run, if there is one. */
  forRun?(budget: Budget | undefined, allowance?: Allowance): RunVision;
}

/** `spent` returns the usage so far. */
export interface RunVision extends Vision {
  spent(): Required<Pick<CheckerRecord, 'tokens' | 'requests'>>;
}

/**
 * An office file to lay out. `sha256` is the hex SHA-256 of its bytes, `ending` the file name extension of its format,
 * with the dot.
 */
export type OfficeFile = { path: string; sha256: string; ending: string; isPresentation?: boolean };

/** Lays out office files, which contain no pages. A page of a presentation is a slide, also if the slide is hidden. */
export interface PageLayout {
  /** Identifies everything besides the document that the pages depend on. It is part of the cache key. */
  id: string;
  /** Describes the layout program to the operator. */
  description: string;
  /**
   * Lays out a file and passes the path of the PDF to `use`. The PDF exists until `use` has ended. Throws
   * `ReadFailure`, or the signal's reason.
   */
  pdfOf<Result>(
    document: OfficeFile,
    use: (pdf: string) => Promise<Result>,
    limits: { signal: AbortSignal; ms: number },
  ): Promise<Result>;
}

/** A kind of file that a LangChain loader of the caller reads. It is chosen by the extension of the file's name. */
export type CustomFileType = {
  /** The id is recorded with the source. `id` and `version` are part of the key under which the text is cached. */
  id: string;
  /** Change it when the loader returns different text or locators for the same file. */
  version: string;
  mediaType: string;
  /**
   * The file name extensions, in lower case and with the dot, for which the loader is used instead of Proviso's own
   * reader.
   */
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
  /** Kinds of files that are read by LangChain loaders of the caller. */
  loaders?: readonly CustomFileType[];
  /** Splits sections of a document into passages. Unset: sentences are grouped into passages of some 800 characters. */
  splitter?: TextSplitter;
  /** Finds the input passages for a rule. Unset: passages are found by their words (BM25). */
  retriever?: OpenRetriever;
  /** Transcribes recordings. Unset: only the subtitles of recordings are read. */
  transcriber?: Transcriber;
  /** Describes pictures. Unset: only the recognised words of pictures are read. */
  vision?: Vision;
  /** The languages of text recognition. Unset: text in pictures is recognised as English. */
  recognition?: Recognition;
  /**
   * Opens the program that lays out documents without pages; called for each such document. Unset or null: such
   * documents are cited by heading and paragraph.
   */
  layout?: () => Promise<PageLayout | null>;
  /** Turns texts into vectors. Unset: passages are searched by their words alone. */
  embedder?: Embedder;
  /** The cache of model answers. Unset: answers are cached within their run only. */
  answers?: AnswerCache;
  /** What the run may spend besides its own budget. Unset: nothing else limits it. */
  allowance?: Allowance;
};
