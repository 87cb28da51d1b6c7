import type { Dependencies } from '../dependencies.ts';
import { endLeasesOf, holderOf, isOverHere, type LeaseOwner, newHolderName, newLease } from './leases.ts';

export type Heartbeat = LeaseOwner & { stop(): Promise<void> };

/** A process counts as dead if its beat was unchanged in this many consecutive probes. */
const probesUntilDead = 3;
/**
 * A dead process is no longer watched after this many probes. The process is watched again if one of its leases appears
 * later.
 */
const probesUntilForgotten = 1_000;

/** The last known beat of another process, and the number of consecutive probes in which it was unchanged. */
type SeenBeat = { beat: number; unchanged: number };

/**
 * Shows other processes that this process is alive, by increasing a number in the store (its beat), and watches the
 * beats of the other processes. A lease names its holder but contains no time. A lease counts as expired when this
 * process has found the holder's beat unchanged in several consecutive probes. The clocks of machines are not compared,
 * so a clock that is wrong or jumps never ends a lease. A failed probe does not count, and no probes are made while
 * this process is suspended.
 */
export function startHeartbeat(
  { store, log }: Pick<Dependencies, 'store' | 'log'>,
  leaseMs = 15_000,
): Heartbeat {
  const name = newHolderName();
  const seen = new Map<string, SeenBeat>();
  let taken = 0;
  let beat = 0;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let working = beatAndProbe();

  async function beatAndProbe(): Promise<void> {
    try {
      beat += 1;
      await store.processes.beat(name, beat);
      note(await store.processes.all());
      const dead = [...seen].flatMap(([other, { unchanged }]) =>
        unchanged === probesUntilDead ? [other] : [],
      );
      if (dead.length > 0) await store.processes.remove(dead);
    } catch (error) {
      log.warn({ error }, 'the list of live processes could not be read');
    }
    if (stopping) return;
    timer = setTimeout(() => {
      working = beatAndProbe();
    }, leaseMs / probesUntilDead);
  }

  /**
   * Compares the beats with those of the previous probe. If a process is no longer in the store, its beat counts as
   * unchanged.
   */
  function note(all: ReadonlyMap<string, number>): void {
    for (const other of new Set([...all.keys(), ...seen.keys()])) {
      const before = seen.get(other);
      const now = all.get(other) ?? before?.beat ?? 0;
      const unchanged = before?.beat === now ? before.unchanged + 1 : 0;
      if (unchanged > probesUntilForgotten) seen.delete(other);
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
      // A process without a beat, such as one of an earlier release, is watched from now on.
      if (!seen.has(other)) seen.set(other, { beat: 0, unchanged: 0 });
      return (seen.get(other)?.unchanged ?? 0) >= probesUntilDead;
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
