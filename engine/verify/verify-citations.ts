import { type AnalysisEvent, defaultLimits, type JobFile, type Limits } from '../job.ts';
import type { LoadPorts } from '../load/load-source.ts';
import { readFiles } from '../load/read-files.ts';
import { ReadingReport } from '../load/reading-report.ts';
import { ProvisoError } from '../model/errors.ts';
import type { UnreadFile } from '../model/source.ts';
import type { GivenCitation, Verdict, Verification, VerifiedCitation } from '../model/verification.ts';
import { withSignal } from '../runtime/step.ts';
import { withTracingAsAllowed } from '../runtime/tracing.ts';
import { createYield } from '../runtime/yield-to-event-loop.ts';
import { type Search, searchApart } from './process/verify-apart.ts';
import { VerificationSearch } from './verification-search.ts';

/** The maximum number of citations of one verification. */
const mostCitations = 100_000;
/** The maximum length of a quote, in UTF-16 code units. */
const longestQuote = 20_000;

/** The citations to verify, and the files in which their quotes should be. */
export type VerificationJob = {
  citations: readonly GivenCitation[];
  sources: readonly JobFile[];
  /** The limits for reading files. Unset: `defaultLimits`. */
  limits?: Limits;
  /**
   * Searches the sources in a separate process, which is killed when the signal is aborted and after `mostMs`, the maximum
   * time for searching all sources, without reading them, in ms. Unset: the calling process searches, and lets its other
   * work run in between.
   */
  apart?: { mostMs: number } | undefined;
};

/** The codes of the errors at a limit of a search in a separate process. */
export const verificationLimits: ReadonlySet<string> = new Set([
  'verification_too_slow',
  'verification_too_large',
]);

export type VerifyOptions = {
  signal?: AbortSignal;
  /** Called while files are read: `file_started`, `pages_read`, `file_ended`. */
  onEvent?: (event: AnalysisEvent) => void;
};

/**
 * Says of each citation whether its quote is in the sources, word for word, at the place that the citation names. No
 * model is called. Each source is read once, in a process that can be killed, and released before the next ones, so that
 * the memory does not grow with the number of sources. The citations of the result are in the order in which they were
 * given. A file that cannot be read makes the citations that depend on it `unreadable`; all others are verified.
 *
 * Pages and slides count from 1; offsets are UTF-16 code units. Throws `no_sources`, `too_many_citations`,
 * `quote_too_long`, with `apart` also `verification_too_slow` or `verification_too_large`, or the signal's reason.
 */
export function verifyCitations(
  job: VerificationJob,
  ports: LoadPorts,
  options: VerifyOptions = {},
): Promise<Verification> {
  checkJob(job);
  return withTracingAsAllowed(() => verified(job, ports, options));
}

async function verified(
  { citations, sources, limits = defaultLimits, apart }: VerificationJob,
  ports: LoadPorts,
  { signal: given, onEvent = () => {} }: VerifyOptions,
): Promise<Verification> {
  const config = withSignal({}, given);
  const files = { knowledge: [], inputs: [...sources], limits };
  const report = new ReadingReport();
  const failed: UnreadFile[] = [];
  const search = await startSearch({ citations, sources, apart }, config.signal);
  try {
    for await (const read of readFiles({ job: files, ports, onEvent }, report, config)) {
      if ('failure' in read) failed.push(read.failure);
      else await search.search(read.source);
    }
    const all = await search.verdicts(failed);
    return { citations: all, counts: countsOf(all), files: report.files(), warnings: report.warnings() };
  } finally {
    search.end();
  }
}

async function startSearch(
  { citations, sources, apart }: Pick<VerificationJob, 'citations' | 'sources' | 'apart'>,
  signal: AbortSignal,
): Promise<Search> {
  if (apart) return searchApart({ citations, sources, mostMs: apart.mostMs, signal });
  const search = new VerificationSearch(citations, sources, { breathe: breathing(signal) });
  return {
    search: (source) => search.search(source),
    verdicts: async (failed) => [...search.verdicts(failed)],
    end: () => {},
  };
}

/** Lets other work of the process run, and ends the search when it is canceled. */
function breathing(signal: AbortSignal): () => Promise<void> {
  const breathe = createYield();
  return async () => {
    await breathe();
    signal.throwIfAborted();
  };
}

function checkJob({ citations, sources }: VerificationJob): void {
  if (sources.length === 0) {
    throw new ProvisoError(
      'no_sources',
      'There are no sources to compare the citations with. Name files or folders.',
    );
  }
  if (citations.length > mostCitations) {
    const message = `There are ${citations.length} citations, and the limit is ${mostCitations}. Split them.`;
    throw new ProvisoError('too_many_citations', message);
  }
  const long = citations.find(({ quote }) => quote.length > longestQuote);
  if (long) {
    const message = `The quote of citation ${long.id} has ${long.quote.length} characters, and the limit is ${longestQuote}. Quote only the decisive sentences.`;
    throw new ProvisoError('quote_too_long', message);
  }
}

function countsOf(citations: readonly VerifiedCitation[]): Verification['counts'] {
  const verdicts: Record<Verdict, number> = {
    ...{ exact: 0, typography: 0, wrong_page: 0, wrong_source: 0 },
    ...{ altered: 0, not_found: 0, unreadable: 0 },
  };
  for (const { verdict } of citations) verdicts[verdict] += 1;
  return {
    citations: citations.length,
    passed: citations.filter(({ passes }) => passes).length,
    verdicts,
    claimsThatDiffer: citations.filter(({ claim }) => claim?.supported === false).length,
  };
}
