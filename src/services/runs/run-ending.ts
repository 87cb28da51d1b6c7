import type { ResultHead } from '../../../engine/index.ts';
import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Run, RunError, RunProgress } from '../../domain/runs/run.ts';
import type { Release } from '../../domain/runs/run-turn.ts';
import { resultOfPart, summaryOf } from './run-finalizer.ts';

/**
 * Delays before the next attempt, by the number of consecutive failures, in ms. There is none after the last failure.
 */
const retryAfterMs = [1_000, 5_000, 30_000, 120_000];
/** How often in a row workers may die with a run before the run itself is considered the cause. */
export const maxWorkerCrashes = 20;

/** A rule that a later attempt may be able to answer. Its finding is withheld until no attempt is left. */
export function mayBeAssessedLater(finding: Finding): boolean {
  return !finding.assessed && finding.notAssessedReason === 'checker_failed';
}

/** Schedules another attempt, if one is left after this many consecutive failures; else null. */
export function tryAgain(failures: number, lastError: RunError, now: Date): Release | null {
  const wait = retryAfterMs[failures];
  if (wait === undefined) return null;
  return { state: 'retrying', lastError, nextAttemptAt: new Date(now.getTime() + wait) };
}

/**
 * Ended with a complete result: failed only if there were rules and none could be assessed. `unassessed` is the first
 * finding that is not, if any.
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

/** Ended with what earlier attempts have stored, because no attempt is left. */
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

/** The public form of an error: our own codes unchanged, anything else without its message. */
export function runErrorOf(error: unknown, now: Date): RunError {
  const at = now.toISOString();
  if (error instanceof ProvisoError) return { code: error.code, message: error.message, at };
  return { code: 'internal', message: 'The service failed unexpectedly; its log has the details.', at };
}
