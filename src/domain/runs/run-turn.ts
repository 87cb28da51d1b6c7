import { stamped } from '../records/versioned.ts';
import type { Run, RunError, RunHead, RunProgress, RunResult, RunSummary } from './run.ts';

/**
 * A worker's claim of a run. `lease` identifies the lease under which the run is claimed. Runs that the users in
 * `exceptUsers` started are not claimed.
 */
export type Claim = { lease: string; now: Date; exceptUsers?: readonly string[] };

/** How a worker releases a run. */
export type Release =
  | {
      state: 'completed' | 'failed';
      result: RunResult;
      summary: RunSummary;
      lastError: RunError | null;
      progress: RunProgress;
    }
  /** The attempt failed, and another attempt follows. */
  | { state: 'retrying'; lastError: RunError; nextAttemptAt: Date }
  /** The worker stops for a reason that has nothing to do with the run: the attempt does not count. */
  | { state: 'queued' };

/** The run after a worker has claimed it. If the run's previous worker died, that counts as a failure of the run. */
export function claimed(run: Run, { lease, now }: Claim): Run {
  const taken: Run = {
    ...run,
    state: 'running',
    attempts: run.attempts + 1,
    failures: run.state === 'running' ? run.failures + 1 : run.failures,
    nextAttemptAt: null,
    startedAt: run.startedAt ?? now.toISOString(),
    lease: { owner: lease, fence: run.lease.fence + 1 },
  };
  return stamped(taken, run, now);
}

/** The run after its worker has released it. The version is still the old one, because the store sets the new one. */
export function released(run: RunHead, release: Release, now: Date): RunHead {
  const lease = { owner: null, fence: run.lease.fence };
  switch (release.state) {
    case 'queued':
      return { ...run, lease, state: 'queued', attempts: run.attempts - 1 };
    case 'retrying': {
      const { lastError } = release;
      const nextAttemptAt = release.nextAttemptAt.toISOString();
      return { ...run, lease, state: 'retrying', failures: run.failures + 1, lastError, nextAttemptAt };
    }
    case 'completed':
    case 'failed': {
      const { state, lastError, progress, summary } = release;
      return { ...run, lease, state, lastError, progress, summary, endedAt: now.toISOString() };
    }
  }
}
