import type { Run } from '../domain/run.ts';
import { attemptRun, Stopping, type WorkerParts } from './run-attempt.ts';
import { settlements } from './settlements.ts';
import { goneWorkers, newWorkerName } from './worker-name.ts';

export type WorkerOptions = {
  /** Runs worked on at a time. */
  concurrency: number;
  /** How long a run stays with a worker that says nothing more, in ms. */
  leaseMs?: number;
  /** How often the store is asked for runs when no wake-up comes, in ms. */
  idleMs?: number;
};

export interface RunWorker {
  /** Runs under way in this process. */
  readonly active: number;
  /** Takes no more runs, hands back those under way, and waits until that is done. */
  stop(): Promise<void>;
}

const sweepEveryMs = 30_000;

/**
 * Works on runs that are due, as many at a time as `concurrency` says, until it is stopped. What died workers and
 * half deploys have left behind is taken up at the start and every 30 s.
 */
export function startRunWorker(parts: WorkerParts, options: WorkerOptions): RunWorker {
  const { store, queue, clock, log } = parts;
  const { concurrency, leaseMs = 15_000, idleMs = 2_000 } = options;
  const name = newWorkerName();
  const { settle, finishUnfinished } = settlements(parts);
  const active = new Set<Promise<void>>();
  const stopping = new AbortController();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let timer: NodeJS.Timeout | null = null;

  /** Claims what is due until there is nothing, or no room. One look at a time. */
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
      while (!stopping.signal.aborted && active.size < concurrency) {
        const run = await store.runs
          .claim({ worker: name, now: clock.now(), leaseMs })
          .catch((error: unknown) => {
            log.error({ error }, 'no run could be claimed');
            return null;
          });
        if (run === null) break;
        begin(run);
      }
    }
  }

  function begin(run: Run): void {
    const work = workOn(run).finally(() => {
      active.delete(work);
      look();
    });
    active.add(work);
  }

  /** Never throws: when the store does not answer, the lease runs out and the run is taken up again. */
  async function workOn(run: Run): Promise<void> {
    const fields = { runId: run._id, attempt: run.attempts };
    log.info(fields, 'a worker took a run');
    try {
      const release = await attemptRun(run, leaseMs, parts, stopping.signal);
      const hold = { runId: run._id, fence: run.lease.fence };
      const released = release !== null && (await store.runs.release(hold, release, clock.now()));
      log.info({ ...fields, state: released ? release.state : 'lost' }, 'a worker let go of a run');
      const ended = await store.runs.get(run.userId, run._id);
      if (ended) await settle(ended);
    } catch (error) {
      log.error({ ...fields, error }, 'a run could not be let go of: its lease will run out');
    }
  }

  function lookLater(): void {
    if (timer) clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(look, idleMs);
  }

  async function sweep(): Promise<void> {
    try {
      await store.runs.expireLeases(goneWorkers(name), clock.now());
      await finishUnfinished();
    } catch (error) {
      log.error({ error }, 'what others left behind could not be taken up');
    }
    look();
  }

  const unlisten = queue.listen(look);
  const sweeper = setInterval(() => void sweep(), sweepEveryMs);
  const firstSweep = sweep();

  return {
    get active() {
      return active.size;
    },
    async stop() {
      unlisten();
      clearInterval(sweeper);
      if (timer) clearTimeout(timer);
      stopping.abort(new Stopping());
      await firstSweep;
      await looking;
      await Promise.all(active);
      if (timer) clearTimeout(timer);
    },
  };
}
