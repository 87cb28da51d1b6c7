import type { GivenCitation } from '../../model/verification.ts';

/** A citation of an answer, before it has an id. Citations without an id are numbered from 1. */
export type ReadCitation = Omit<GivenCitation, 'id'> & { id?: string };

/** `warnings` say which citations of the answer have no quote and cannot be verified. */
export type AnswerRead = { citations: ReadCitation[]; warnings: string[] };

/** Reads the citations of the answers of one system. */
export interface Adapter {
  /** The name in `--format`-like options and in the registry. */
  readonly id: string;
  /** Whether an answer has the form of this system. `answer` is parsed JSON, or a string for a text. */
  recognises(answer: unknown): boolean;
  /** Reads an answer that `recognises` accepts, or that the caller says has this form; null if it does not. */
  read(answer: unknown): AnswerRead | null;
}
