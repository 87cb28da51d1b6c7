import type { Source, Span } from './source.ts';

/**
 * A sentence of a passage. `leadIn` is the sentence that introduces its list; `fragment` marks a piece of a sentence
 * that was too long to be read whole.
 */
export type Sentence = Span & { leadIn?: Span; fragment?: true };

/** A part of a source that can be retrieved. Its page is not stored but derived from its offsets in `source`. */
export type Passage = Span & {
  /** Opaque, unique among the passages searched together, for example `P017`. */
  id: string;
  source: Source;
  /** The headings above it, outermost first. */
  headingPath: string[];
  /** Its sentences in order; only white space or boilerplate is between them. */
  sentences: Sentence[];
};

/** Passages by their ids, in the order of their sources. */
export interface Passages {
  readonly size: number;
  get(id: string): Passage | undefined;
  values(): Iterable<Passage>;
}
