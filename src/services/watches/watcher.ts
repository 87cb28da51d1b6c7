import type { Dependencies } from '../dependencies.ts';
import { folderLooks } from './look.ts';

export type WatcherOptions = {
  /** The interval, in ms, at which the store is polled for watches that are due. */
  idleMs?: number;
  /** A file that was modified less than this time ago, in ms, may still be written. */
  settleMs?: number;
};

export interface Watcher {
  /** Starts no more looks, and abandons the current one: another process repeats it. */
  stop(): Promise<void>;
}

/**
 * Looks at the watched folders that are due, one after another, until it is stopped. Does nothing if the operator allows
 * no folders to be watched.
 */
export function startWatcher(
  dependencies: Dependencies,
  { idleMs = 2_000, settleMs = 10_000 }: WatcherOptions = {},
): Watcher {
  const { store, holder, clock, log, folders } = dependencies;
  const stopping = new AbortController();
  const look = folderLooks(dependencies, { settleMs, signal: stopping.signal });
  let timer: NodeJS.Timeout | undefined;
  let looking = folders.allowed.length === 0 ? Promise.resolve() : lookAtAll();

  async function lookAtAll(): Promise<void> {
    try {
      while (!stopping.signal.aborted && (await lookAtOne()));
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ error }, 'the watched folders could not be looked at');
    }
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      looking = lookAtAll();
    }, idleMs);
  }

  /** Returns false if no watch is due. */
  async function lookAtOne(): Promise<boolean> {
    const lease = holder.take();
    try {
      const state = await store.watches.claim({ lease: lease.name, now: clock.now() }, holder.isDead);
      if (state === null) return false;
      const next = await look(state);
      if (next === null) await store.watches.remove(state);
      else await store.watches.release(next);
      return true;
    } finally {
      lease.end();
    }
  }

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}
