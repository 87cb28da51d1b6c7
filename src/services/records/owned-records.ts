import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import { requireObjectId } from '../../domain/records/object-id.ts';
import { type Actor, type Owned, requireOwned } from '../../domain/records/owned.ts';
import type { Right } from '../../domain/records/rights.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Store } from '../../store/port.ts';

/**
 * Returns a project in the workspace of the actor, who must have the right. Throws `project_not_found`, and `validation_failed` if `id` does not have the form of
 * an id.
 */
export async function ownedProject<Needed extends Right>(
  actor: Actor,
  right: Needed,
  id: string,
  { projects }: Store,
): Promise<Owned<Project, Needed>> {
  const project = await projects.get(actor.workspaceId, requireObjectId(id, 'id'));
  const place = project && { politicsId: project.politicsId, projectId: project._id };
  return requireOwned(actor, right, project, 'project_not_found', `project ${id} was not found`, place);
}

/**
 * Returns a rule set in the workspace of the actor, who must have the right. Throws `politics_not_found`, and `validation_failed` if `id` does not have the form
 * of an id.
 */
export async function ownedPolitics<Needed extends Right>(
  actor: Actor,
  right: Needed,
  id: string,
  { politics }: Store,
  field = 'politicsId',
): Promise<Owned<Politics, Needed>> {
  const record = await politics.get(actor.workspaceId, requireObjectId(id, field));
  const place = record && { politicsId: record._id, projectId: null };
  return requireOwned(actor, right, record, 'politics_not_found', `rule set ${id} was not found`, place);
}

/**
 * Returns a run of the project. Throws `run_not_found`, also if the start of the run is not finished (`released` is
 * false), and `validation_failed` if `id` does not have the form of an id.
 */
export async function ownedRun<Needed extends Right>(
  actor: Actor,
  right: Needed,
  project: Owned<Project, Needed>,
  id: string,
  { runs }: Store,
): Promise<Owned<Run, Needed>> {
  const run = await runs.get(actor.workspaceId, requireObjectId(id, 'runId'));
  const ofProject = run?.projectId === project._id && run.released ? run : null;
  return requireOwned(actor, right, ofProject, 'run_not_found', `project ${project._id} has no run ${id}`);
}
