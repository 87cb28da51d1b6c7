import type { Dependencies } from './dependencies.ts';
import { uploadService } from './uploads.ts';

export interface Housekeeper {
  /** Stops for good, and waits for what is under way. */
  stop(): Promise<void>;
}

/** How long things are kept, in ms. */
export type Retention = {
  /** Runs after their end, with their findings, messages and the bytes behind their links. The last run of a project stays as long as the project. */
  runsMs: number;
  /** What was read of a file, after it was last used. */
  textsMs: number;
};

const hourMs = 60 * 60 * 1000;

type Parts = Pick<Dependencies, 'store' | 'assets' | 'limits' | 'clock' | 'log'>;

/**
 * Removes, now and then, what has outlived its use: old runs, unused uploads, expired keys and sessions, texts.
 * `everyMs` says how often.
 */
export function startHousekeeping(parts: Parts, keep: Retention, everyMs = hourMs): Housekeeper {
  const { log } = parts;
  let sweeping: Promise<void> = Promise.resolve();

  function sweep(): void {
    sweeping = sweeping
      .then(() => tidy(parts, keep))
      .then((removed) => log.info(removed, 'housekeeping finished'))
      .catch((error: unknown) => log.error({ error }, 'housekeeping failed; it will run again later'));
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
export async function tidy(parts: Parts, { runsMs, textsMs }: Retention) {
  const { store, clock } = parts;
  const now = clock.now().getTime();
  const runs = await removeOldRuns(parts, new Date(now - runsMs));
  const expired = await store.deleteExpired(new Date(now), new Date(now - textsMs));
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
