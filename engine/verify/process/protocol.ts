import { z } from 'zod';
import type { Range, Source, UnreadFile } from '../../model/source.ts';
import {
  type GivenCitation,
  type VerifiedCitation,
  verifiedCitationSchema,
} from '../../model/verification.ts';
import type { SourceName } from '../source-names.ts';

/**
 * The questions to a child that verifies citations; each has one reply. A source is sent without its ranges, then the
 * ranges in batches, then it is searched. The verdicts are requested in batches too, so that neither process is busy
 * with one message for long.
 */
export type Question =
  | { ask: 'begin'; citations: readonly GivenCitation[]; sources: readonly SourceName[] }
  | { ask: 'source'; source: Source }
  | { ask: 'ranges'; ranges: readonly Range[] }
  | { ask: 'search' }
  | { ask: 'verdicts'; from: number; failed: readonly UnreadFile[] };

export const replySchema = z.discriminatedUnion('reply', [
  z.object({ reply: z.literal('ready') }),
  /** A JSON list of some verdicts, at least one. */
  z.object({ reply: z.literal('verdicts'), verdicts: z.string() }),
  z.object({ reply: z.literal('failed'), message: z.string() }),
]);

export type Reply = z.infer<typeof replySchema>;

/** The fields that later steps rely on. The others are texts of the sources, whatever they contain. */
const essentials = z.looseObject(
  verifiedCitationSchema.pick({ id: true, verdict: true, passes: true, places: true }).shape,
);
const verdictsSchema = z
  .array(z.custom<VerifiedCitation>((verdict) => essentials.safeParse(verdict).success))
  .min(1);

/** Parses a batch of verdicts. Throws if the text is something else. */
export function parseVerdicts(json: string): VerifiedCitation[] {
  return verdictsSchema.parse(JSON.parse(json));
}
