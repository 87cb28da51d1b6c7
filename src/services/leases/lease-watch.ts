import type { RunLease } from '../../store/ports/runs.ts';
import type { Dependencies } from '../dependencies.ts';
import { LostRun } from '../runs/finding-writer.ts';

/**
 * The interval, in ms, at which a worker checks that it still has its run. A canceled run must stop within a second.
 */
const askEveryMs = 400;

export type LeaseWatch = { stop(): void };

/**
 * Calls `onLost` once when the worker has lost its run. A worker loses its run if the run is canceled or claimed by
 * another worker, or if the store is unreachable for so long that another worker could claim the run. A wake-up of the
 * queue triggers an immediate check.
 */
export function watchLease(
  runLease: RunLease,
  { store, queue, holder, log }: Pick<Dependencies, 'store' | 'queue' | 'holder' | 'log'>,
  onLost: (reason: LostRun) => void,
): LeaseWatch {
  // Times come from `performance.now`, because the wall clock can jump.
  let leasedAt = performance.now();
  let asking = false;
  let over = false;

  async function ask(): Promise<void> {
    if (asking || over) return;
    asking = true;
    try {
      if (await store.runs.isLeased(runLease)) leasedAt = performance.now();
      else lose();
    } catch (error) {
      log.warn({ runId: runLease.runId, error }, 'a lease could not be checked');
      if (performance.now() - leasedAt > holder.leaseMs) lose();
    } finally {
      asking = false;
    }
  }

  function lose(): void {
    if (over) return;
    stop();
    onLost(new LostRun());
  }

  const timer = setInterval(() => void ask(), askEveryMs);
  const unlisten = queue.listen(() => void ask());

  function stop(): void {
    over = true;
    clearInterval(timer);
    unlisten();
  }

  return { stop };
}
