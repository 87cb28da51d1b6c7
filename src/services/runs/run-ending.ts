import type { ResultHead } from '../../../engine/index.ts';
import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Run, RunError, RunProgress } from '../../domain/runs/run.ts';
import type { Release } from '../../domain/runs/run-turn.ts';
import { resultOfPart, summaryOf } from './run-finalizer.ts';

/**
 * The delays before the next attempt, in ms: after the first consecutive failure, after the second, and so on. After
 * more failures than delays, there is no further attempt.
 */
export const retryAfterMs = [1_000, 5_000, 30_000, 120_000];
/** After this many consecutive failures, the run is given up, because the run itself probably crashes its workers. */
export const maxWorkerCrashes = 20;

/**
 * Whether a later attempt might assess the rule of this finding. If so, the finding is stored only when no attempt is
 * left.
 */
export function mayBeAssessedLater(finding: Finding): boolean {
  return !finding.assessed && finding.notAssessedReason === 'checker_failed';
}

/**
 * Returns how to release a run with a complete result. The run counts as failed only if it has findings and none of
 * them is assessed. `unassessed` is the first finding that is not assessed, if there is one.
 */
export function endWith(
  { runId: _, rules: _rules, ...result }: ResultHead,
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

/** Returns the number of findings in a result. */
export function findingsIn({ counts: { labels } }: Pick<ResultHead, 'counts'>): number {
  return labels.CONFIRMED + labels.ESTIMATED + labels['NOT FOUND'] + labels.notAssessed;
}

/**
 * Returns how to release a run for which no attempt is left. The result of the run contains the findings in `stored`.
 * The run counts as failed if none of these findings is assessed.
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

/**
 * Converts an error to the form that users see. An error of Proviso keeps its code and message; any other error becomes
 * `internal`, without its message.
 */
export function runErrorOf(error: unknown, now: Date): RunError {
  const at = now.toISOString();
  if (error instanceof ProvisoError) return { code: error.code, message: error.message, at };
  return { code: 'internal', message: 'The service failed unexpectedly; its log has the details.', at };
}
