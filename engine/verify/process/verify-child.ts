import type { Range, Source, UnreadFile } from '../../model/source.ts';
import type { GivenCitation, VerifiedCitation } from '../../model/verification.ts';
import { offer } from '../../sandbox/offer.ts';
import type { SourceName } from '../source-names.ts';
import { VerificationSearch } from '../verification-search.ts';

/** A batch of verdicts ends with the one that reaches this length as JSON. */
const batchCharacters = 128 * 1024;

let search: VerificationSearch | null = null;
let source: Source | null = null;

/**
 * A source is sent without its ranges, then the ranges in batches, then it is searched. The verdicts are requested in
 * batches too, so that neither process is busy with one message for long.
 */
const offered = {
  begin(citations: readonly GivenCitation[], sources: readonly SourceName[]): void {
    source = null;
    search = new VerificationSearch(citations, sources, { breathe: async () => {} });
  },

  source(next: Source): void {
    source = next;
  },

  ranges(ranges: readonly Range[]): void {
    for (const range of ranges) source?.content.ranges.push(range);
  },

  async search(): Promise<void> {
    if (source) await search?.search(source);
    source = null;
  },

  /** Some verdicts, at least one, from the one at `from` on. */
  verdicts(from: number, failed: readonly UnreadFile[]): VerifiedCitation[] {
    const batch: VerifiedCitation[] = [];
    let characters = 0;
    for (const verdict of search?.verdicts(failed, from) ?? []) {
      batch.push(verdict);
      characters += JSON.stringify(verdict).length;
      if (characters >= batchCharacters) break;
    }
    return batch;
  },
};

export type VerifyChild = typeof offered;

offer(offered);
