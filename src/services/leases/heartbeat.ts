import type { Dependencies } from '../dependencies.ts';
import { endLeasesOf, holderOf, isOverHere, type LeaseOwner, newHolderName, newLease } from './leases.ts';

export type Heartbeat = LeaseOwner & { stop(): Promise<void> };

/** A process counts as dead after this many consecutive probes that saw its beat unchanged. */
const probesUntilDead = 3;
/**
 * A dead process is forgotten after this many probes. If one of its leases is seen later, the process is watched again.
 */
const probesUntilForgotten = 1_000;

/** The last beat of another process, and how many probes in a row saw it unchanged. */
type SampledFrames = { beat: number; unchanged: number };

/**
 * Increases a number in the store, the beat, which shows other processes that this one is alive, and watches the beats
 * of the others. A lease names its holder but contains no time. It expires when the observer has seen the holder's beat
 * unchanged for long enough, so that no process loses a lease because clocks differ or jump. Probes that fail do not
 * count, and neither does time in which this process is suspended.
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
   * Compares the beats with those of the last probe. The beat of a process that is no longer in the store counts as
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
      // A process that has no beat, such as one of an earlier release, is watched from now on.
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
