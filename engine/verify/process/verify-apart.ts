import { ProvisoError } from '../../model/errors.ts';
import type { Source, UnreadFile } from '../../model/source.ts';
import type { GivenCitation, VerifiedCitation } from '../../model/verification.ts';
import { SandboxPool } from '../../sandbox/pool.ts';
import { PoolTask } from '../../sandbox/pool-task.ts';
import { SandboxEnded } from '../../sandbox/sandbox.ts';
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

/**
 * Does what `VerificationSearch` does in a separate process, so that texts and quotes cannot block the calling process.
 * The process is killed when the search takes more than `mostMs`, when it uses too much memory, and when the signal is
 * aborted. All methods throw `verification_too_slow`, `verification_too_large` or the signal's reason.
 */
export class SearchApart {
  readonly #task: PoolTask<Question, Reply>;
  readonly #count: number;
  readonly #mostMs: number;

  private constructor(task: PoolTask<Question, Reply>, count: number, mostMs: number) {
    this.#task = task;
    this.#count = count;
    this.#mostMs = mostMs;
  }

  static async start({ citations, sources, mostMs, signal }: Task): Promise<SearchApart> {
    const names = sources.map(({ name, url, linkBase }) => ({
      name,
      linkBase,
      ...(url !== undefined && { url }),
    }));
    const first = { ask: 'begin' as const, citations, sources: names };
    const task = await PoolTask.start(searchers(), { first, memoryBytes, mostMs, signal });
    return new SearchApart(task, citations.length, mostMs);
  }

  async search(source: Source): Promise<void> {
    const { ranges, ...content } = source.content;
    const ownContent = { ...content, ranges: [], headings: [], warnings: [] };
    await this.#timed({ ask: 'source', source: { ...source, content: ownContent } });
    for (let from = 0; from < ranges.length; from += batchRanges)
      await this.#timed({ ask: 'ranges', ranges: ranges.slice(from, from + batchRanges) });
    await this.#timed({ ask: 'search' });
  }

  async verdicts(failed: readonly UnreadFile[]): Promise<VerifiedCitation[]> {
    const all: VerifiedCitation[] = [];
    while (all.length < this.#count) {
      const reply = await this.#timed({ ask: 'verdicts', from: all.length, failed });
      if (reply.reply !== 'verdicts') throw unexpected(reply);
      const batch = parseVerdicts(reply.verdicts);
      if (batch.length === 0) throw unexpected(reply);
      all.push(...batch);
    }
    return all;
  }

  /** Returns the process to its pool. */
  end(): void {
    this.#task.end();
  }

  async #timed(question: Question): Promise<Reply> {
    try {
      const reply = await this.#task.ask(question);
      if (reply.reply === 'failed') throw unexpected(reply);
      return reply;
    } catch (error) {
      if (error instanceof SandboxEnded && error.reason !== 'crashed') throw this.#limitReached(error);
      throw error;
    }
  }

  #limitReached({ reason }: SandboxEnded): ProvisoError {
    return reason === 'timed_out'
      ? new ProvisoError(
          'verification_too_slow',
          `Searching the sources for the quotes took more than ${this.#mostMs / 1_000} seconds. Send fewer citations or sources at a time.`,
        )
      : new ProvisoError(
          'verification_too_large',
          `Searching the sources for the quotes took more than ${memoryBytes / megabyte} MB of memory. Send fewer citations or sources at a time.`,
        );
  }
}

function unexpected(reply: Reply): Error {
  return new Error(`verifying failed: ${reply.reply === 'failed' ? reply.message : reply.reply}`);
}
