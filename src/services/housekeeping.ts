import { settlePending } from './audit/settle-pending.ts';
import type { Dependencies } from './dependencies.ts';
import { uploadService } from './files/uploads.ts';

/** Retention times in ms. */
export type Retention = {
  /**
   * How long runs are kept after their end, with their findings, notifications and stored copies of links. The last run
   * of a project is kept as long as the project.
   */
  runsMs: number;
  /** How long extracted text is kept after its last use. */
  textsMs: number;
  /** How long entries of the audit log are kept. */
  auditMs: number;
};

const hourMs = 60 * 60 * 1000;

type Parts = Pick<Dependencies, 'store' | 'assets' | 'limits' | 'clock' | 'log' | 'holder'>;

/**
 * Removes expired data immediately, and again every `everyMs` ms: old runs, unused uploads, idempotency keys, sessions
 * and extracted texts.
 */
export function startHousekeeping(parts: Parts, keep: Retention, everyMs = hourMs) {
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
    /** Stops all further rounds, and waits for the end of the current round. */
    async stop() {
      clearInterval(timer);
      await sweeping;
    },
  };
}

/** Does one round of housekeeping. Returns the number of removed items of each kind. */
export async function tidy(parts: Parts, { runsMs, textsMs, auditMs }: Retention) {
  const { store, clock } = parts;
  const now = clock.now().getTime();
  const runs = await removeOldRuns(parts, new Date(now - runsMs));
  const expired = await store.deleteExpired(new Date(now), new Date(now - textsMs));
  const uploads = await uploadService(parts).sweep();
  await settlePending(parts);
  const auditEntries = await store.audit.prune(new Date(now - auditMs));
  return { ...expired, runs, uploads, auditEntries };
}

async function removeOldRuns({ store }: Parts, endedBefore: Date): Promise<number> {
  let removed = 0;
  for await (const run of store.runs.endedBefore(endedBefore)) {
    const project = await store.projects.get(run.workspaceId, run.projectId);
    // The last run of a project, and a run that somebody has signed off, stay until a person deletes them.
    if (project !== null && (project.runId === run._id || run.signOff)) continue;
    if (project === null) await store.deleteProjectRemains(run.workspaceId, run.projectId);
    else await store.runs.delete(run.workspaceId, run._id);
    removed += 1;
  }
  return removed;
}
