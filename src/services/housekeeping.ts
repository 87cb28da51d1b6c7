import type { Dependencies } from './dependencies.ts';
import { uploadService } from './uploads.ts';

export interface Housekeeper {
  /** Stops for good, and waits for what is under way. */
  stop(): Promise<void>;
}

export type HousekeepingOptions = {
  /** How long ended runs are kept, in ms. The last run of a project stays as long as the project. */
  keepRunsMs: number;
  /** How often, in ms. */
  everyMs?: number;
};

const hourMs = 60 * 60 * 1000;
/** What was read of a file is kept this long after it was last used. */
const keepTextsMs = 30 * 24 * hourMs;

type Parts = Pick<Dependencies, 'store' | 'assets' | 'limits' | 'clock' | 'log'>;

/** Removes, now and then, what has outlived its use: old runs, unused uploads, expired keys and sessions, texts. */
export function startHousekeeping(
  parts: Parts,
  { keepRunsMs, everyMs = hourMs }: HousekeepingOptions,
): Housekeeper {
  const { log } = parts;
  let sweeping: Promise<void> = Promise.resolve();

  function sweep(): void {
    sweeping = sweeping
      .then(() => tidy(parts, keepRunsMs))
      .then((removed) => log.info(removed, 'housekeeping is done'))
      .catch((error: unknown) => log.error({ error }, 'housekeeping failed; it is tried again later'));
  }

  const timer = setInterval(sweep, everyMs);
  sweep();

  return {
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

/** One round of housekeeping. Gives how much of each was removed. */
export async function tidy(parts: Parts, keepRunsMs: number) {
  const { store, clock } = parts;
  const now = clock.now().getTime();
  const runs = await removeOldRuns(parts, new Date(now - keepRunsMs));
  const expired = await store.deleteExpired(new Date(now), new Date(now - keepTextsMs));
  const uploads = await uploadService(parts).sweep();
  return { ...expired, runs, uploads };
}

async function removeOldRuns({ store }: Parts, endedBefore: Date): Promise<number> {
  let removed = 0;
  for await (const run of store.runs.endedBefore(endedBefore)) {
    const project = await store.projects.get(run.userId, run.projectId);
    if (project?.runId === run._id) continue;
    if (project === null) await store.deleteProjectRemains(run.userId, run.projectId);
    else await store.runs.delete(run.userId, run._id);
    removed += 1;
  }
  return removed;
}
