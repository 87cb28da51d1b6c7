import type { Hold } from '../store/port.ts';
import type { Dependencies } from './dependencies.ts';
import { LostRun } from './finding-writer.ts';

/** How often a worker asks whether a run is still its own: a cancel must stop it within a second. */
const askEveryMs = 400;

export type HoldKeeper = { stop(): void };

/**
 * Keeps the lease of a run prolonged and calls `onLost` once when the run is no longer held: canceled, taken by
 * another worker, or out of reach for as long as the lease lasts. A wake-up of the queue makes it ask at once.
 */
export function keepHold(
  hold: Hold,
  leaseMs: number,
  { store, queue, clock, log }: Pick<Dependencies, 'store' | 'queue' | 'clock' | 'log'>,
  onLost: (reason: LostRun) => void,
): HoldKeeper {
  let leasedAt = clock.now().getTime();
  let asking = false;
  let over = false;

  async function ask(): Promise<void> {
    if (asking || over) return;
    asking = true;
    try {
      if (!(await stillHeld(clock.now().getTime()))) lose();
    } catch (error) {
      log.warn({ runId: hold.runId, error }, 'a lease could not be checked');
      if (clock.now().getTime() - leasedAt > leaseMs) lose();
    } finally {
      asking = false;
    }
  }

  async function stillHeld(now: number): Promise<boolean> {
    if (now - leasedAt < leaseMs / 3) return store.runs.holds(hold);
    if (!(await store.runs.renew(hold, new Date(now + leaseMs)))) return false;
    leasedAt = now;
    return true;
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
