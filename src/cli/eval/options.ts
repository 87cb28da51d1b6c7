import type { ModelOptions } from '../check/model.ts';

/** The files to which a report is written in addition to the terminal, and the report to compare with. */
export type ReportOptions = {
  json?: string;
  junit?: string;
  html?: string;
  baseline?: string;
};

/** Which checker answers. */
export type CheckingOptions = Omit<ModelOptions, 'embeddingShare' | 'estimate' | 'keepAnswers'> & {
  embeddingShare?: number;
  /** The folder of recorded answers. */
  answers?: string;
  /** Per million tokens. */
  prices?: { input: number; output: number };
  live?: boolean;
};

/** Options that can be repeated: every combination of their values is run. */
export type Varied = { model?: string[]; promptVersion?: string[]; embeddingShare?: number[] };

/** The options of `proviso eval run` as the user gave them. */
export type RunOptions = ReportOptions &
  Omit<CheckingOptions, keyof Varied> &
  Varied & {
    thresholds?: string;
    primary?: string;
    /** The URL of a running service that runs the cases instead of this process. */
    server?: string;
    token?: string;
    repeat: number;
  };

export const compareFormats = ['table', 'json'] as const;

export type CompareOptions = { format: (typeof compareFormats)[number] };

/** The options of `proviso eval new`. */
export type NewOptions = { out?: string; name?: string; blind?: boolean };

/** The options of `proviso eval certify`. */
export type CertifyOptions = CheckingOptions & {
  data?: string;
  out?: string;
  limit?: number;
  /** The language of the documents: of the exam, or of the cases. */
  language: string;
  /** The kinds of documents in the cases. */
  documents?: string;
};
