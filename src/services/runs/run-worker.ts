import type { RunEvent } from '../../domain/runs/event-chain.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Release } from '../../domain/runs/run-turn.ts';
import { claimLoop } from '../leases/claim-loop.ts';
import { attemptRun, fieldsOf, Stopping, type WorkerDependencies } from './run-attempt.ts';
import { runFinalizer } from './run-finalizer.ts';

export type WorkerOptions = {
  /** The maximum number of runs that the worker works on at the same time, not counting those in guest places. */
  concurrency: number;
  /** The interval, in ms, at which the store is polled for runs if no wake-up comes. */
  idleMs?: number;
  /**
   * Is called at the end of each attempt with the state of the run, and the duration. The state is `lost` if another
   * worker has claimed the run, and `unknown` if the store does not answer.
   */
  onAttempt?(state: Release['state'] | 'lost' | 'unknown', seconds: number): void;
};

export type RunWorker = ReturnType<typeof startRunWorker>;

/**
 * When all places are taken, the worker works on this many more runs, but only of users for whom it works on no run.
 * So the slow files or the many rules of one user do not delay the runs of others.
 */
const guestPlaces = 2;
const sweepEveryMs = 30_000;
/**
 * In each period of `leaseMs`, the worker looks this many times for runs of dead workers, and makes these runs due
 * again.
 */
const freeingsALease = 3;

/**
 * Works on due runs, up to `concurrency` at a time and some more of other users, until it is stopped. At the start and
 * every 30 s, also does the follow-up work that other processes did not finish before they died.
 */
export function startRunWorker(parts: WorkerDependencies, options: WorkerOptions) {
  const { store, queue, clock, log, holder } = parts;
  const { concurrency, idleMs = 2_000, onAttempt = () => {} } = options;
  const { settle, finishUnfinished } = runFinalizer(parts);
  const stopping = new AbortController();
  const loop = claimLoop<Run>(parts, {
    ...{ most: concurrency + guestPlaces, idleMs, signal: stopping.signal, work: workOn },
    claim(claim, active) {
      const exceptUsers = active.length < concurrency ? [] : active.map(({ userId }) => userId);
      return store.runs.claim({ ...claim, exceptUsers });
    },
    failed: (error) => log.error({ error }, 'claiming a run failed'),
  });

  /** Never throws. If the store does not answer, the lease ends, and a worker claims the run again. */
  async function workOn(run: Run): Promise<void> {
    const fields = fieldsOf(run);
    log.info(fields, 'a worker claimed a run');
    const started = performance.now();
    let state: Parameters<typeof onAttempt>[0] = 'unknown';
    try {
      const release = await attemptRun(run, parts, stopping.signal);
      const runLease = { runId: run._id, fence: run.lease.fence };
      const released = release !== null && (await store.runs.release(runLease, release, clock.now()));
      if (released) await recordEnd(run, release);
      state = released ? release.state : 'lost';
      log.info({ ...fields, state }, 'a worker released a run');
      const ended = await store.runs.get(run.workspaceId, run._id);
      if (ended) await settle(ended);
    } catch (error) {
      log.error({ ...fields, error }, 'a run could not be released: a worker will claim it again');
    } finally {
      onAttempt(state, (performance.now() - started) / 1000);
    }
  }

  /** Records that the attempt has ended and the run has not. The end of the run itself is recorded when it is settled. */
  async function recordEnd({ workspaceId, _id, attempts: attempt }: Run, { state, ...release }: Release) {
    if (state !== 'queued' && state !== 'retrying') return;
    const error = 'lastError' in release ? release.lastError?.code : undefined;
    const event: RunEvent = { type: 'attempt_ended', data: { attempt, state, ...(error && { error }) } };
    await store.events.append(workspaceId, _id, [event], { now: clock.now() });
  }

  async function sweep(): Promise<void> {
    try {
      await finishUnfinished();
    } catch (error) {
      log.error({ error }, 'unfinished work of other processes could not be resumed');
    }
    loop.look();
  }

  async function freeRuns(): Promise<void> {
    try {
      if ((await store.runs.freeFrom(holder.isDead)) > 0) loop.look();
    } catch (error) {
      log.error({ error }, 'runs of dead workers could not be released');
    }
  }

  const unlisten = queue.listen(loop.look);
  const freeing = setInterval(() => void freeRuns(), holder.leaseMs / freeingsALease);
  const firstFreeing = freeRuns();
  const sweeper = setInterval(() => void sweep(), sweepEveryMs);
  const firstSweep = sweep();

  return {
    /** The number of runs that this worker is working on. */
    get active() {
      return loop.active;
    },
    /** Claims no more runs, and waits until all active runs are released. */
    async stop() {
      unlisten();
      clearInterval(sweeper);
      clearInterval(freeing);
      stopping.abort(new Stopping());
      await firstFreeing;
      await firstSweep;
      await loop.ended();
    },
  };
}
