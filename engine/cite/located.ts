import type { Match } from '../model/citation.ts';
import type { Source, Span } from '../model/source.ts';

/** A quote found in a source. Offsets are UTF-16 code units of the source's text, end exclusive. */
export type Located = Span & {
  source: Source;
  match: Match;
  /** Whether the quote is in another place than the claim named. */
  corrected: boolean;
};
