import type { Match } from '../model/citation.ts';
import type { Source, Span } from '../model/source.ts';

/** A quote found in a source. Offsets are UTF-16 code units of the source's text, end exclusive. */
export type Located = Span & {
  source: Source;
  match: Match;
  /** Whether it stood somewhere else than the claim said. */
  corrected: boolean;
};
