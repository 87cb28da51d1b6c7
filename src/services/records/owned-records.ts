import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import { requireObjectId } from '../../domain/records/object-id.ts';
import { type Actor, type Owned, requireOwned } from '../../domain/records/owned.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Store } from '../../store/port.ts';

/**
 * Returns a project of the actor. Throws `project_not_found`, and `validation_failed` if `id` does not have the form of
 * an id.
 */
export async function ownedProject(actor: Actor, id: string, { projects }: Store): Promise<Owned<Project>> {
  const project = await projects.get(actor.userId, requireObjectId(id, 'id'));
  return requireOwned(actor, project, 'project_not_found', `project ${id} was not found`);
}

/**
 * Returns a rule set of the actor. Throws `politics_not_found`, and `validation_failed` if `id` does not have the form
 * of an id.
 */
export async function ownedPolitics(actor: Actor, id: string, { politics }: Store): Promise<Owned<Politics>> {
  const record = await politics.get(actor.userId, requireObjectId(id, 'politicsId'));
  return requireOwned(actor, record, 'politics_not_found', `rule set ${id} was not found`);
}

/**
 * Returns a run of the project. Throws `run_not_found`, also if the start of the run is not finished (`released` is
 * false), and `validation_failed` if `id` does not have the form of an id.
 */
export async function ownedRun(
  actor: Actor,
  project: Owned<Project>,
  id: string,
  { runs }: Store,
): Promise<Owned<Run>> {
  const run = await runs.get(actor.userId, requireObjectId(id, 'runId'));
  const ofProject = run?.projectId === project._id && run.released ? run : null;
  return requireOwned(actor, ofProject, 'run_not_found', `project ${project._id} has no run ${id}`);
}
