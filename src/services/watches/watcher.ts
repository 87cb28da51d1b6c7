import type { WatchState } from '../../domain/watch.ts';
import type { Dependencies } from '../dependencies.ts';
import { claimLoop } from '../leases/claim-loop.ts';
import { folderLooks } from './look.ts';

export type WatcherOptions = {
  /** The interval, in ms, at which the store is polled for watches that are due. */
  idleMs?: number;
  /** A file that was modified less than this time ago, in ms, may still be written. */
  settleMs?: number;
};

/**
 * Looks at the watched folders that are due, one after another, until it is stopped. Does nothing if the operator allows
 * no folders to be watched.
 */
export function startWatcher(
  dependencies: Dependencies,
  { idleMs = 2_000, settleMs = 10_000 }: WatcherOptions = {},
) {
  const { store, holder, log, folders } = dependencies;
  const stopping = new AbortController();
  const look = folderLooks(dependencies, { settleMs, signal: stopping.signal });
  const loop = claimLoop<WatchState>(dependencies, {
    ...{ most: 1, idleMs, signal: stopping.signal },
    claim: (claim) => store.watches.claim(claim, holder.isDead),
    async work(state) {
      const next = await look(state);
      if (next === null) await store.watches.remove(state);
      else await store.watches.release(next);
    },
    failed: (error) => log.error({ error }, 'the watched folders could not be looked at'),
  });
  if (folders.allowed.length > 0) loop.look();

  return {
    /** Starts no more looks, and abandons the current one: another process repeats it. */
    async stop() {
      stopping.abort();
      await loop.ended();
    },
  };
}
