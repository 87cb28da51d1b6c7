import type { Claim } from '../../domain/runs/run-turn.ts';
import type { Dependencies } from '../dependencies.ts';

type Claiming<Item> = {
  /** The maximum number of pieces of work in progress. */
  most: number;
  /** The interval, in ms, at which the store is polled for work if nobody calls `look`. */
  idleMs: number;
  /** When it is aborted, nothing more is claimed. */
  signal: AbortSignal;
  /** Is called before each search. Never throws. */
  prepare?(): Promise<void>;
  /** Claims one piece of due work; null if none is due. `active` is the work in progress. */
  claim(claim: Claim, active: readonly Item[]): Promise<Item | null>;
  /** Does what was claimed. Its lease ends with it, also after an error. */
  work(item: Item): Promise<void>;
  /** Reports an error of `claim` (`item` is null) or of `work`, unless the signal is aborted. */
  failed(error: unknown, item: Item | null): void;
};

/**
 * Claims due work from the store, each piece under a lease of its own, and does it: runs, notifications, or looks at
 * watched folders. Begins with the first call of `look`.
 */
export function claimLoop<Item>(
  { holder, clock }: Pick<Dependencies, 'holder' | 'clock'>,
  { most, idleMs, signal, prepare = async () => {}, claim, work, failed }: Claiming<Item>,
) {
  const active = new Map<Promise<void>, Item>();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    lookAgain = true;
    looking ??= claimAll().finally(() => {
      looking = null;
      clearTimeout(timer);
      if (!signal.aborted) timer = setTimeout(look, idleMs);
    });
  }

  async function claimAll(): Promise<void> {
    while (lookAgain) {
      lookAgain = false;
      await prepare();
      while (!signal.aborted && active.size < most && (await claimOne()));
    }
  }

  /** Returns false if nothing is due or the store does not answer. */
  async function claimOne(): Promise<boolean> {
    const lease = holder.take();
    const asked = { lease: lease.name, now: clock.now() };
    const item = await claim(asked, [...active.values()]).catch((error: unknown) => tell(error, null));
    if (!item) {
      lease.end();
      return false;
    }
    const doing = work(item)
      .then(
        () => true,
        (error: unknown) => tell(error, item),
      )
      .then((isDone) => {
        lease.end();
        active.delete(doing);
        // What has failed can be due again at once, so the next search waits.
        if (isDone) look();
      });
    active.set(doing, item);
    return true;
  }

  function tell(error: unknown, item: Item | null): null {
    if (!signal.aborted) failed(error, item);
    return null;
  }

  return {
    /** The number of pieces of work in progress. */
    get active() {
      return active.size;
    },
    /** Claims due work until none is due or `most` pieces are in progress. Concurrent calls share one search. */
    look,
    /** Waits until all work has ended, after the signal was aborted. */
    async ended() {
      clearTimeout(timer);
      await looking;
      await Promise.all(active.keys());
      clearTimeout(timer);
    },
  };
}
