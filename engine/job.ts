import type { RunnableConfig } from '@langchain/core/runnables';
import type { Finding } from './model/finding.ts';
import type { FileReport, Json } from './model/result.ts';
import type { KeyedRule, Scope } from './model/rule.ts';
import type { NamedFile, Role } from './model/source.ts';

/** A file of the job. Only the `OpenSource` port interprets `ref`; `linkBase` is the address that a person opens. */
export type JobFile = NamedFile & { ref: string; linkBase: string; url?: string };

/** The limits of a run. */
export type Limits = typeof defaultLimits;

export const defaultLimits = {
  /**
   * Pages of all files of the run together; a file that would exceed the limit fails with the code `too_many_pages`.
   */
  pages: 20_000,
  /** Wall-clock time for one file, in ms. */
  fileMs: 120_000,
  /** Memory of one parser process, in bytes. */
  fileMemoryBytes: 768 * 1024 * 1024,
  /** Size of one file, in bytes. */
  fileBytes: 200 * 1024 * 1024,
  /** Text of one file, including the files inside it, in UTF-16 code units. */
  fileCharacters: 16 * 1024 * 1024,
  /** Size of an outputFormat as JSON, in bytes. */
  formatBytes: 64 * 1024,
  /** Size of an output as JSON, with its sources and gaps, in bytes. */
  outputBytes: 4 * 1024 * 1024,
  /** Wall-clock time for an output, in ms. */
  outputMs: 5_000,
  /** Memory of the process that creates an output, in bytes. */
  outputMemoryBytes: 512 * 1024 * 1024,
};

/** Everything that a run depends on except the ports. */
export type Job = {
  runId: string;
  rules: KeyedRule[];
  /** The knowledge files, on which the rules are based (role `authority`). */
  knowledge: JobFile[];
  /** The files to check (role `input`). */
  inputs: JobFile[];
  /** Files that belong to the inputs but could not be given, or only in an earlier version, with the reason. */
  missing?: { name: string; reason: string }[];
  scope: Scope;
  outputFormat: Json | null;
  /** Versions of prompts, such as `rule-check@2`, that replace those with which the checker was opened. */
  promptVersions?: string;
  limits: Limits;
  /** Findings of an earlier attempt of the same run, which are reused. */
  earlier: Finding[];
};

export type AnalyzeOptions = {
  signal?: AbortSignal;
  onEvent?: (event: AnalysisEvent) => void;
  /** Whether to locate the cited words on the pages of PDFs, so that the citations have boxes; by default, yes. */
  boxes?: boolean;
  /**
   * LangChain's callbacks, tags and metadata. Callbacks see the run as a tree: each file being loaded and split, and
   * for each rule its searches, its model calls, and how its answer is verified and labelled.
   */
  config?: RunnableConfig;
};

export type AnalysisEvent =
  | { type: 'file_started'; role: Role; fileIndex: number; name: string }
  | { type: 'pages_read'; role: Role; fileIndex: number; name: string; pages: number }
  | { type: 'file_ended'; role: Role; fileIndex: number; report: FileReport }
  | { type: 'finding'; finding: Finding; done: number; total: number }
  /** A call of the checker's model failed at the time `at`, and is repeated at `nextAttemptAt`, unless that is null. */
  | { type: 'model_call_failed'; code: string; message: string; at: string; nextAttemptAt: string | null };
