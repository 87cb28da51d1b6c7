import type { Source, Span } from './source.ts';

/**
 * A sentence of a passage. `leadIn` is the sentence that introduces the list it is an item of; `fragment` marks a piece of a
 * sentence that was too long to be read in one.
 */
export type Sentence = Span & { leadIn?: Span; fragment?: true };

/** A stretch of a source that can be retrieved. Its page comes from its offsets in `source`, never from itself. */
export type Passage = Span & {
  /** Opaque, unique among those it is searched with, for example `P017`. */
  id: string;
  source: Source;
  /** The headings above it, outermost first. */
  headingPath: string[];
  /** Its sentences in order; between them stands white space or page furniture only. */
  sentences: Sentence[];
};

/** Passages by their ids, in the order of their sources. */
export interface Passages {
  readonly size: number;
  get(id: string): Passage | undefined;
  values(): Iterable<Passage>;
}
