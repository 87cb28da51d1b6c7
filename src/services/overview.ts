import type { Project } from '../domain/project.ts';
import { type Actor, requireRight } from '../domain/records/owned.ts';
import { hasEnded, type RunHead } from '../domain/runs/run.ts';
import type { ReviewedFinding } from '../domain/runs/sign-off.ts';
import type { Dependencies } from './dependencies.ts';
import { type ReviewState, reviewStateOf } from './runs/sign-offs.ts';

/** A project with its last run. `run` is null if the project was never checked. */
export type OverviewEntry = {
  project: Pick<Project, '_id' | 'name' | 'description' | 'updatedAt'>;
  run: (Omit<RunHead, 'signOff'> & ReviewState) | null;
};

/** How many findings of the last run of a project are assigned to the actor and not reviewed; at least one. */
export type AssignedCount = { project: Pick<Project, '_id' | 'name'>; runId: string; findings: number };

/** The projects that changed last. `total` counts all projects. `assigned` is in the order of names. */
type Overview = { entries: OverviewEntry[]; total: number; assigned: AssignedCount[] };

export function overviewService({ store }: Pick<Dependencies, 'store'>) {
  async function assignedTo({ workspaceId, userId, limit }: Actor): Promise<AssignedCount[]> {
    const open = limit === null ? await store.assignments.open(workspaceId, userId) : [];
    const counted = [...new Set(open.map(({ projectId }) => projectId))].map(async (projectId) => {
      const project = await store.projects.get(workspaceId, projectId);
      if (!project?.runId) return [];
      const { _id, name, runId } = project;
      const these = open.filter((one) => one.projectId === projectId).map(({ fingerprint }) => fingerprint);
      const asked = { fingerprints: { are: 'among' as const, these } };
      const { total } = await store.findings.list(workspaceId, runId, asked, { pageSize: 1 });
      return total === 0 ? [] : [{ project: { _id, name }, runId, findings: total }];
    });
    const all = (await Promise.all(counted)).flat();
    return all.toSorted((one, other) => one.project.name.localeCompare(other.project.name));
  }

  return {
    /**
     * Returns the `count` projects that changed last, with their last runs and the state of the reviews. It sends the
     * same number of queries however many projects and findings there are, and two for each project in which something is
     * assigned to the actor. A token that is limited to one record sees nothing that is assigned.
     */
    async of(actor: Actor, count: number): Promise<Overview> {
      requireRight(actor, 'read');
      const { workspaceId, limit } = actor;
      const query = { page: 1, pageSize: count, ...(limit !== null && { within: limit }) };
      const { items, total } = await store.projects.list(workspaceId, query);
      const heads = await store.runs.heads(
        workspaceId,
        items.flatMap(({ runId }) => runId ?? []),
      );
      const runs = new Map(heads.map((run) => [run._id, run]));
      const ended = heads.filter(hasEnded).map(({ _id, projectId }) => ({ projectId, runId: _id }));
      const reviewed = await store.findings.reviewed(workspaceId, ended);
      const entries = items.map(({ _id, name, description, updatedAt, runId }) => ({
        project: { _id, name, description, updatedAt },
        run: withReviews(runId === null ? undefined : runs.get(runId), reviewed),
      }));
      return { entries, total, assigned: await assignedTo(actor) };
    },
  };
}

function withReviews(run: RunHead | undefined, reviewed: readonly ReviewedFinding[]): OverviewEntry['run'] {
  if (!run?.released) return null;
  const ofRun = reviewed.filter(({ runId }) => runId === run._id);
  return { ...run, ...reviewStateOf(run, ofRun) };
}
