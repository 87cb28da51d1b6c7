import { AppError } from '../domain/errors.ts';
import type { Actor, Owned } from '../domain/owned.ts';
import { hasEnded, type Run, type RunHead } from '../domain/run.ts';
import { diffFindings, type RunDiff } from '../domain/run-diff.ts';
import type { Page, PageQuery } from '../store/port.ts';
import type { Dependencies } from './dependencies.ts';
import type { FindingsService } from './findings.ts';
import { ownedProject, ownedRun } from './owned-records.ts';

/** The runs of a project: its history. Throws `project_not_found`, `run_not_found`. */
export interface RunsService {
  /** Newest first. */
  list(actor: Actor, query: PageQuery & { projectId: string }): Promise<Page<RunHead>>;
  get(actor: Actor, projectId: string, runId: string): Promise<Owned<Run>>;
  /**
   * What changed from `againstId`, or else from the run before that has ended, to the run. Throws `run_not_ended`;
   * against none, everything is new.
   */
  diff(
    actor: Actor,
    projectId: string,
    runId: string,
    againstId?: string,
  ): Promise<RunDiff & { runId: string; againstId: string | null }>;
}

export function runsService(
  { store }: Pick<Dependencies, 'store'>,
  findings: Pick<FindingsService, 'all'>,
): RunsService {
  async function ended(actor: Actor, projectId: string, runId: string): Promise<Run> {
    const run = await ownedRun(actor, await ownedProject(actor, projectId, store), runId, store);
    if (hasEnded(run)) return run;
    throw new AppError(
      'run_not_ended',
      `run ${run._id} is ${run.state}: its findings can be compared once it has ended`,
    );
  }

  async function endedBefore(actor: Actor, run: Run): Promise<string | null> {
    for (let page = 1; ; page += 1) {
      const { items } = await store.runs.list(actor.userId, run.projectId, { page, pageSize: 50 });
      const previous = items.find((one) => one.createdAt < run.createdAt && hasEnded(one));
      if (previous) return previous._id;
      if (items.length === 0) return null;
    }
  }

  return {
    async list(actor, { projectId, ...query }) {
      const project = await ownedProject(actor, projectId, store);
      return store.runs.list(actor.userId, project._id, query);
    },

    async get(actor, projectId, runId) {
      return ownedRun(actor, await ownedProject(actor, projectId, store), runId, store);
    },

    async diff(actor, projectId, runId, againstId) {
      const run = await ended(actor, projectId, runId);
      const against =
        againstId === undefined
          ? await endedBefore(actor, run)
          : (await ended(actor, projectId, againstId))._id;
      const [before, after] = await Promise.all([
        against === null ? [] : findings.all(actor, projectId, against),
        findings.all(actor, projectId, run._id),
      ]);
      return { runId: run._id, againstId: against, ...diffFindings(before, after) };
    },
  };
}
