import type { Dependencies } from './dependencies.ts';
import { endLeasesOf, holderOf, isOverHere, type LeaseHolder, newHolderName, newLease } from './leases.ts';

export type Heartbeat = LeaseHolder & { stop(): Promise<void> };

/** A process counts as dead when its beat was the same in this many looks after the one that saw it first. */
const looksUntilDead = 3;
/** A dead process is forgotten after this many looks. When a lease of it is seen later, it is watched again. */
const looksUntilForgotten = 1_000;

/** What is known of another process: its last beat, and in how many looks it was that. */
type SampledFrames = { beat: number; unchanged: number };

/**
 * Shows other processes that this one is alive, by a number in the store that rises, and watches theirs. A lease names its
 * holder and no time: what counts is how long an observer sees no sign of life, so that clocks that differ, or jump, cost
 * no process a lease. Looks that fail do not count, and neither does the time in which this process itself did not run.
 */
export function startHeartbeat(
  { store, log }: Pick<Dependencies, 'store' | 'log'>,
  leaseMs = 15_000,
): Heartbeat {
  const name = newHolderName();
  const seen = new Map<string, SampledFrames>();
  let taken = 0;
  let beat = 0;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let working = beatAndLook();

  async function beatAndLook(): Promise<void> {
    try {
      beat += 1;
      await store.processes.beat(name, beat);
      note(await store.processes.all());
      const dead = [...seen].flatMap(([other, { unchanged }]) =>
        unchanged === looksUntilDead ? [other] : [],
      );
      if (dead.length > 0) await store.processes.remove(dead);
    } catch (error) {
      log.warn({ error }, 'the list of live processes could not be read');
    }
    if (stopping) return;
    timer = setTimeout(() => {
      working = beatAndLook();
    }, leaseMs / looksUntilDead);
  }

  /** A process that is not in the store any more is as silent as one whose beat stays the same. */
  function note(all: ReadonlyMap<string, number>): void {
    for (const other of new Set([...all.keys(), ...seen.keys()])) {
      const before = seen.get(other);
      const now = all.get(other) ?? before?.beat ?? 0;
      const unchanged = before?.beat === now ? before.unchanged + 1 : 0;
      if (unchanged > looksUntilForgotten) seen.delete(other);
      else seen.set(other, { beat: now, unchanged });
    }
  }

  return {
    leaseMs,

    take() {
      taken += 1;
      return newLease(name, taken);
    },

    isDead(lease) {
      if (isOverHere(lease)) return true;
      const other = holderOf(lease);
      if (other === name) return false;
      // One that was never seen, of an earlier release for example, is watched from now on.
      if (!seen.has(other)) seen.set(other, { beat: 0, unchanged: 0 });
      return (seen.get(other)?.unchanged ?? 0) >= looksUntilDead;
    },

    async stop() {
      stopping = true;
      clearTimeout(timer);
      await working;
      endLeasesOf(name);
      await store.processes
        .remove([name])
        .catch((error: unknown) =>
          log.warn({ error }, 'this process could not be removed from the list of live processes'),
        );
    },
  };
}
