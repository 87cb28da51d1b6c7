import type { ResultHead } from '../../../engine/index.ts';
import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Run, RunError, RunProgress } from '../../domain/runs/run.ts';
import type { Release } from '../../domain/runs/run-turn.ts';
import { resultOfPart, summaryOf } from './run-finalizer.ts';

/**
 * Delays before the next attempt, in ms: after the first failure in a row, the second, and so on. After one more
 * failure, there is no further attempt.
 */
const retryAfterMs = [1_000, 5_000, 30_000, 120_000];
/** After this many failures in a row, the run itself is considered the reason why its workers die. */
export const maxWorkerCrashes = 20;

/** Whether a later attempt can perhaps assess the rule. Such a finding is not stored until no attempt is left. */
export function mayBeAssessedLater(finding: Finding): boolean {
  return !finding.assessed && finding.notAssessedReason === 'checker_failed';
}

/** Releases the run for another attempt, after `failures` consecutive earlier failures; null if no attempt is left. */
export function tryAgain(failures: number, lastError: RunError, now: Date): Release | null {
  const wait = retryAfterMs[failures];
  if (wait === undefined) return null;
  return { state: 'retrying', lastError, nextAttemptAt: new Date(now.getTime() + wait) };
}

/**
 * Releases a run with a complete result. The run has failed only if it has findings and none of them is assessed.
 * `unassessed` is the first finding that is not assessed, if there is one.
 */
export function endWith(
  { runId: _, ...result }: ResultHead,
  unassessed: Finding | undefined,
  run: Run,
  progress: RunProgress,
  now: Date,
): Release {
  const failed = unassessed !== undefined && findingsIn(result) === result.counts.labels.notAssessed;
  return {
    state: failed ? 'failed' : 'completed',
    result: { ...result, startedAt: run.startedAt ?? result.startedAt },
    summary: summaryOf(result),
    lastError: failed
      ? { code: 'nothing_assessed', message: unassessed.statement, at: now.toISOString() }
      : null,
    progress,
  };
}

/** The number of findings of a result. */
export function findingsIn({ counts: { labels } }: Pick<ResultHead, 'counts'>): number {
  return labels.CONFIRMED + labels.ESTIMATED + labels['NOT FOUND'] + labels.notAssessed;
}

/**
 * Releases a run without further attempts, with a result that consists of `stored`. The run has failed if none of these
 * findings is assessed.
 */
export function endWithout(
  lastError: RunError,
  run: Run,
  stored: Finding[],
  progress: RunProgress,
  now: Date,
): Release {
  const result = resultOfPart({ ...run, lastError }, stored, now);
  const state = stored.some((finding) => finding.assessed) ? 'completed' : 'failed';
  return { state, result, summary: summaryOf(result), lastError, progress };
}

/** The error as users see it: errors of Proviso unchanged, any other error as `internal`, without its message. */
export function runErrorOf(error: unknown, now: Date): RunError {
  const at = now.toISOString();
  if (error instanceof ProvisoError) return { code: error.code, message: error.message, at };
  return { code: 'internal', message: 'The service failed unexpectedly; its log has the details.', at };
}
