import type { Source, Span } from './source.ts';

/**
 * A sentence of a text or a passage. If it is an item of a list, `leadIn` is the sentence that introduces the list.
 * `fragment` marks a part of a sentence that was too long to be read whole, and an item whose lead-in is such a part.
 */
export type Sentence = Span & { leadIn?: Span; fragment?: true };

/** A part of a source that can be retrieved. Its page is not stored but derived from its offsets in `source`. */
export type Passage = Span & {
  /** An opaque id, unique among the passages that are searched together, such as `P017`. */
  id: string;
  source: Source;
  /** The headings above the passage, outermost first. */
  headingPath: string[];
  /** The sentences of the passage, in order; only white space or boilerplate is between them. */
  sentences: Sentence[];
};

/** Passages by their ids, in the order of their sources. */
export interface Passages {
  readonly size: number;
  get(id: string): Passage | undefined;
  values(): Iterable<Passage>;
}
