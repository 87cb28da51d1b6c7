import { refuseInvalid } from '../../domain/errors.ts';
import type { Project } from '../../domain/project.ts';
import { type Actor, requireRight } from '../../domain/records/owned.ts';
import { newWatchState, type Watch, type WatchSettings } from '../../domain/watch.ts';
import { FolderError } from '../../sources/folders/port.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Returns the watch as it is stored. Throws `validation_failed` if the folder cannot be watched, and `scope_missing` or
 * `role_missing` if the actor may not start runs.
 */
export async function checkedWatch(
  actor: Actor,
  wanted: WatchSettings | null | undefined,
  { folders }: Pick<Dependencies, 'folders'>,
): Promise<Watch | null | undefined> {
  if (!wanted) return wanted;
  requireRight(actor, 'run');
  await folders.open(wanted.folder).catch((error: unknown) => {
    if (!(error instanceof FolderError)) throw error;
    refuseInvalid([{ path: 'watch.folder', message: error.message }]);
  });
  return { ...wanted, userId: actor.userId };
}

/**
 * Makes a watch due. Call it before the project is written: a state without a watch is removed by the next look, but a
 * watch without a state would never be looked at.
 */
export async function makeDue(
  project: Pick<Project, '_id' | 'workspaceId' | 'watch'>,
  watch: Watch | null | undefined,
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
): Promise<void> {
  if (!watch) return;
  const isSame = project.watch?.folder === watch.folder;
  const before = isSame ? await store.watches.get(project.workspaceId, project._id) : null;
  await store.watches.put(newWatchState(project, clock.now(), before));
}
