import { z } from 'zod';
import { ProvisoError } from '../../model/errors.ts';
import type { Source, UnreadFile } from '../../model/source.ts';
import {
  type GivenCitation,
  type VerifiedCitation,
  verifiedCitationSchema,
} from '../../model/verification.ts';
import { moduleBeside, offerPool } from '../../sandbox/offer-pool.ts';
import { PoolTask } from '../../sandbox/pool-task.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import type { SourceName } from '../source-names.ts';
import type { VerifyChild } from './verify-child.ts';

/** Enough for the longest source and the most citations. */
const memoryBytes = 1_536 * 1024 * 1024;
const batchRanges = 2_000;
/** Each verification has its own child, so that a long one does not stop the others. */
const searchers = sharedPool(() =>
  offerPool({ entry: moduleBeside(import.meta.url, 'verify-child'), memoryBytes, size: 1 }),
);

/** The fields that later steps rely on. The others are texts of the sources, whatever they contain. */
const essentials = z.looseObject(
  verifiedCitationSchema.pick({ id: true, verdict: true, passes: true, places: true }).shape,
);
const verdictsSchema = z
  .array(z.custom<VerifiedCitation>((verdict) => essentials.safeParse(verdict).success))
  .min(1);

type Task = {
  citations: readonly GivenCitation[];
  sources: readonly SourceName[];
  /** The maximum time for searching all sources, without reading them, in ms. */
  mostMs: number;
  signal: AbortSignal;
};

/** Searches the sources of a verification, in this process or in another one. */
export type Search = {
  search(source: Source): Promise<void>;
  /** The verdicts of all citations, after all sources were searched. */
  verdicts(failed: readonly UnreadFile[]): Promise<VerifiedCitation[]>;
  end(): void;
};

/**
 * Does what `VerificationSearch` does in a separate process, so that texts and quotes cannot block the calling process.
 * The process is killed when the search takes more than `mostMs`, when it uses too much memory, and when the signal is
 * aborted. All methods throw `verification_too_slow`, `verification_too_large` or the signal's reason.
 */
export async function searchApart({ citations, sources, mostMs, signal }: Task): Promise<Search> {
  const names = sources.map(({ name, url, linkBase }) => ({
    name,
    linkBase,
    ...(url !== undefined && { url }),
  }));
  const task = await PoolTask.start<VerifyChild>(searchers(), {
    ...{ first: (child) => child.tell('begin', citations, names), memoryBytes, mostMs, signal },
    atLimit: (reason, limit) =>
      new ProvisoError(
        reason === 'timed_out' ? 'verification_too_slow' : 'verification_too_large',
        `Searching the sources for the quotes took more than ${limit}. Send fewer citations or sources at a time.`,
      ),
  });
  return {
    async search(source) {
      const { ranges, ...content } = source.content;
      const ownContent = { ...content, ranges: [], headings: [], warnings: [] };
      await task.tell('source', { ...source, content: ownContent });
      for (let from = 0; from < ranges.length; from += batchRanges)
        await task.tell('ranges', ranges.slice(from, from + batchRanges));
      await task.tell('search');
    },
    async verdicts(failed) {
      const all: VerifiedCitation[] = [];
      while (all.length < citations.length) {
        all.push(...(await task.ask(verdictsSchema, 'verdicts', all.length, failed)));
      }
      return all;
    },
    end: () => task.end(),
  };
}
