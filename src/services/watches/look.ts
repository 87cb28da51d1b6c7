import { AppError } from '../../domain/errors.ts';
import type { Project } from '../../domain/project.ts';
import { newObjectId } from '../../domain/records/object-id.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Watch, WatchChange, WatchState } from '../../domain/watch.ts';
import { withOrigin } from '../../process/origin.ts';
import { FolderError } from '../../sources/folders/port.ts';
import { isShutOut } from '../../store/ports/auth.ts';
import { auditService } from '../audit/audit.ts';
import type { Dependencies } from '../dependencies.ts';
import { removeUnused } from '../files/unused-files.ts';
import { ownedProject } from '../records/owned-records.ts';
import { deployments } from '../runs/deployments.ts';
import { asMember } from '../workspaces/membership.ts';
import { compareFolder, type FolderComparison, stillWritten } from './compare-folder.ts';
import { lookAfter } from './schedule.ts';

/** How long a project that is being checked, or that somebody is changing, is left alone, in ms. */
const busyMs = 5_000;

const noFiles = 'The folder has no files, so the project keeps its own. Is the folder mounted?';

export type LookOptions = {
  /** A file that was modified less than this time ago, in ms, may still be written. */
  settleMs: number;
  signal: AbortSignal;
};

/**
 * Creates the function that looks at the folder of a watch, and starts a run if files were added, changed or removed.
 * The function returns the state after the look; null if the project watches no folder any more. If two processes look
 * at the same time, one of them starts a run, because a run starts only from the version of the project that was
 * compared.
 */
export function folderLooks(
  dependencies: Dependencies,
  { settleMs, signal }: LookOptions,
): (state: WatchState) => Promise<WatchState | null> {
  const { store, folders, clock, log } = dependencies;
  const { update, settled } = deployments(dependencies);
  const audit = auditService(dependencies);
  const after = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

  /** The person who set the watch, with the rights that this person has now. Throws `NoAccess`. */
  async function actorOf({ userId }: Watch, workspaceId: string): Promise<Actor> {
    const member = { userId, workspaceId, scopes: null, limit: null };
    const actor = (await isShutOut(store.auth, userId)) ? null : await asMember(store, member);
    if (actor === null) throw new NoAccess();
    return actor;
  }

  async function changesOf(
    actor: Actor,
    project: Project,
    watch: Watch,
    state: WatchState,
  ): Promise<Partial<WatchState>> {
    const folder = await folders.open(watch.folder);
    const copies: string[] = [];
    try {
      const comparing = { project, watch, waited: state.waiting, settleMs, signal, copies };
      const compared = await compareFolder(folder, comparing, dependencies);
      const { files, waiting } = compared;
      if (files.length === 0 && project.files.length > 0) return { waiting, problem: noFiles };
      const isOther = compared.added + compared.changed + compared.removed > 0;
      // The comparison can take minutes, in which the person may have lost the right to start runs.
      const lastChange = isOther
        ? await startRun(await actorOf(watch, project.workspaceId), project, compared)
        : state.lastChange;
      if (!isOther && files.some(({ seen }, at) => seen !== project.files[at]?.seen))
        await update(actor, project._id, { files }, { expected: [String(project.version)] });
      return { waiting, lastChange };
    } catch (error) {
      // The project may already use the copies: a run that was stored is released later.
      await removeUnused(copies, dependencies).catch(() =>
        log.warn({ projectId: project._id }, 'the cleanup will remove the copies of a failed look'),
      );
      throw error;
    }
  }

  /** Starts a run as the person who set the watch, in the way in which a request of that person would. */
  async function startRun(
    actor: Actor,
    { _id, version }: Project,
    { files, waiting, added, changed, removed }: FolderComparison,
  ): Promise<WatchChange> {
    const { userId, workspaceId: ownerId } = actor;
    const runId = newObjectId(clock.now());
    const origin = { via: 'watch' as const, userId, credentialId: null, address: null, requestId: null };
    const change = { action: 'runs.start', origin, ownerId, record: { kind: 'project', id: _id } };
    const options = { recordId: runId, expected: [String(version)], waiting };
    const start = () => update(actor, _id, { files, status: 'deploying' }, options);
    await withOrigin({ requestId: `watch-${runId}`, watch: true }, () =>
      audit.during(change, start, () => ({ outcome: 'done' })),
    );
    return { at: clock.now().toISOString(), added, changed, removed, runId };
  }

  /** A look that was late does not delay the looks after it, unless the next one would be late too. */
  function nextLook({ nextLookAt }: WatchState, { schedule }: Watch, waiting: WatchState['waiting']): string {
    const now = clock.now();
    const planned = lookAfter(schedule, new Date(nextLookAt ?? now));
    const next = (planned > now ? planned : lookAfter(schedule, now)).toISOString();
    const soon = after(settleMs);
    return waiting.some(({ reason }) => reason === stillWritten) && soon < next ? soon : next;
  }

  function afterFailure(error: unknown, projectId: string): Partial<WatchState> {
    if (error instanceof NoAccess) return stoppedBecause('no longer has access to this workspace');
    if (error instanceof FolderError) return { problem: `The folder ${error.message}.` };
    if (!(error instanceof AppError)) {
      log.error({ projectId, error }, 'a look at a watched folder failed');
      return { problem: 'The look failed unexpectedly; the log of the service has the details.' };
    }
    if (error.code === 'role_missing') return stoppedBecause('may no longer run checks');
    const isBusy = ['project_deploying', 'precondition_failed', 'write_conflict'].includes(error.code);
    return isBusy ? { nextLookAt: after(busyMs) } : { problem: `No check was started: ${error.message}.` };
  }

  return async (state) => {
    const { workspaceId, _id } = state;
    const project = await store.projects.get(workspaceId, _id);
    const later = { ...state, nextLookAt: after(busyMs) };
    // A state without a watch is the first step of a request that sets one, or is left over from a watch that was ended.
    if (!project?.watch) return state.lastLookAt === null ? { ...later, lastLookAt: after(0) } : null;
    const { watch } = project;
    const looked = { ...state, lastLookAt: after(0), problem: null };
    try {
      const actor = await actorOf(watch, workspaceId);
      const owned = await settled(await ownedProject(actor, 'run', _id, store));
      if (owned.status === 'deploying') return later;
      const changes = await changesOf(actor, owned, watch, state);
      return { ...looked, nextLookAt: nextLook(state, watch, changes.waiting ?? []), ...changes };
    } catch (error) {
      signal.throwIfAborted();
      return { ...looked, nextLookAt: nextLook(state, watch, []), ...afterFailure(error, _id) };
    }
  };
}

/** Thrown if the person who set a watch is disabled, removed, or no member of the workspace any more. */
class NoAccess extends Error {}

function stoppedBecause(why: string): Pick<WatchState, 'nextLookAt' | 'problem'> {
  const problem = `The watch has stopped: the person who set it ${why}. Somebody who may run checks has to set it again.`;
  return { nextLookAt: null, problem };
}
