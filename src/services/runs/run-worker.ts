import type { RunEvent } from '../../domain/runs/event-chain.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Release } from '../../domain/runs/run-turn.ts';
import type { Lease } from '../leases/leases.ts';
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

export interface RunWorker {
  /** The number of runs that this worker is working on. */
  readonly active: number;
  /** Claims no more runs, and waits until all active runs are released. */
  stop(): Promise<void>;
}

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
export function startRunWorker(parts: WorkerDependencies, options: WorkerOptions): RunWorker {
  const { store, queue, clock, log, holder } = parts;
  const { concurrency, idleMs = 2_000, onAttempt = () => {} } = options;
  const { settle, finishUnfinished } = runFinalizer(parts);
  /** The work on each run, with the user who started the run. */
  const active = new Map<Promise<void>, string>();
  const stopping = new AbortController();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let timer: NodeJS.Timeout | null = null;

  /** Claims due runs until none is due or all places are taken. Concurrent calls share one search. */
  function look(): void {
    lookAgain = true;
    looking ??= claimAll().finally(() => {
      looking = null;
      lookLater();
    });
  }

  async function claimAll(): Promise<void> {
    while (lookAgain) {
      lookAgain = false;
      while (!stopping.signal.aborted && active.size < concurrency + guestPlaces) {
        const lease = holder.take();
        const exceptUsers = active.size < concurrency ? [] : [...active.values()];
        const run = await store.runs
          .claim({ lease: lease.name, now: clock.now(), exceptUsers })
          .catch((error: unknown) => {
            log.error({ error }, 'claiming a run failed');
            return null;
          });
        if (run === null) {
          lease.end();
          break;
        }
        begin(run, lease);
      }
    }
  }

  function begin(run: Run, lease: Lease): void {
    const work = workOn(run).finally(() => {
      lease.end();
      active.delete(work);
      look();
    });
    active.set(work, run.userId);
  }

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

  function lookLater(): void {
    if (timer) clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(look, idleMs);
  }

  async function sweep(): Promise<void> {
    try {
      await finishUnfinished();
    } catch (error) {
      log.error({ error }, 'unfinished work of other processes could not be resumed');
    }
    look();
  }

  async function freeRuns(): Promise<void> {
    try {
      if ((await store.runs.freeFrom(holder.isDead)) > 0) look();
    } catch (error) {
      log.error({ error }, 'runs of dead workers could not be released');
    }
  }

  const unlisten = queue.listen(look);
  const freeing = setInterval(() => void freeRuns(), holder.leaseMs / freeingsALease);
  const firstFreeing = freeRuns();
  const sweeper = setInterval(() => void sweep(), sweepEveryMs);
  const firstSweep = sweep();

  return {
    get active() {
      return active.size;
    },
    async stop() {
      unlisten();
      clearInterval(sweeper);
      clearInterval(freeing);
      if (timer) clearTimeout(timer);
      stopping.abort(new Stopping());
      await firstFreeing;
      await firstSweep;
      await looking;
      await Promise.all(active.keys());
      if (timer) clearTimeout(timer);
    },
  };
}
