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

/** The projects that changed last. `total` counts all projects. */
export type Overview = { entries: OverviewEntry[]; total: number };

export interface OverviewService {
  /**
   * Returns the `count` projects that changed last, with their last runs and the state of the reviews. It sends the
   * same number of queries however many projects and findings there are.
   */
  of(actor: Actor, count: number): Promise<Overview>;
}

export function overviewService({ store }: Pick<Dependencies, 'store'>): OverviewService {
  return {
    async of(actor, count) {
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
      return { entries, total };
    },
  };
}

function withReviews(run: RunHead | undefined, reviewed: readonly ReviewedFinding[]): OverviewEntry['run'] {
  if (!run?.released) return null;
  const ofRun = reviewed.filter(({ runId }) => runId === run._id);
  return { ...run, ...reviewStateOf(run, ofRun) };
}
