import type { Source, Span } from './source.ts';

/** A stretch of a source that can be retrieved. Its page comes from its offsets in `source`, never from itself. */
export type Passage = Span & {
  /** Opaque, unique in its run, for example `P017`. */
  id: string;
  source: Source;
  /** The headings above it, outermost first. */
  headingPath: string[];
};
