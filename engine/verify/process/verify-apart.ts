import { ProvisoError } from '../../model/errors.ts';
import type { Source, UnreadFile } from '../../model/source.ts';
import type { GivenCitation, VerifiedCitation } from '../../model/verification.ts';
import { SandboxPool } from '../../sandbox/pool.ts';
import { PoolTask } from '../../sandbox/pool-task.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import type { SourceName } from '../source-names.ts';
import { parseVerdicts, type Question, type Reply, replySchema } from './protocol.ts';

const megabyte = 1024 * 1024;
/** Enough for the longest source and the most citations. */
const memoryBytes = 1_536 * megabyte;
const batchRanges = 2_000;
const searchers = sharedPool(
  () =>
    new SandboxPool<Question, Reply>({
      entry: childEntry(),
      memoryBytes,
      // Each verification has its own child, so that a long one does not stop the others.
      size: 1,
      idle: 1,
      replySchema,
    }),
);

/** The module of the child, which is next to this file: its build, or its source if this file is not built. */
function childEntry(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? './verify-child.ts' : './verify-child.js',
    import.meta.url,
  );
}

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
  const task = await PoolTask.start(searchers(), {
    ...{ first: { ask: 'begin', citations, sources: names }, memoryBytes, mostMs, signal },
    atLimit: (reason) =>
      reason === 'timed_out'
        ? new ProvisoError(
            'verification_too_slow',
            `Searching the sources for the quotes took more than ${mostMs / 1_000} seconds. Send fewer citations or sources at a time.`,
          )
        : new ProvisoError(
            'verification_too_large',
            `Searching the sources for the quotes took more than ${memoryBytes / megabyte} MB of memory. Send fewer citations or sources at a time.`,
          ),
  });
  return {
    async search(source) {
      const { ranges, ...content } = source.content;
      const ownContent = { ...content, ranges: [], headings: [], warnings: [] };
      await task.ask({ ask: 'source', source: { ...source, content: ownContent } }, 'ready');
      for (let from = 0; from < ranges.length; from += batchRanges)
        await task.ask({ ask: 'ranges', ranges: ranges.slice(from, from + batchRanges) }, 'ready');
      await task.ask({ ask: 'search' }, 'ready');
    },
    async verdicts(failed) {
      const all: VerifiedCitation[] = [];
      while (all.length < citations.length) {
        const { verdicts } = await task.ask({ ask: 'verdicts', from: all.length, failed }, 'verdicts');
        all.push(...parseVerdicts(verdicts));
      }
      return all;
    },
    end: () => task.end(),
  };
}
