import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { differenceCursor, runCursor } from '../../domain/records/cursor.ts';
import type { Actor, Owned } from '../../domain/records/owned.ts';
import { hasEnded, type Run, type RunHead } from '../../domain/runs/run.ts';
import type { PageQuery } from '../../store/ports/records.ts';
import type { Dependencies } from '../dependencies.ts';
import { type After, type Listed, listByTime } from '../records/listing.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';
import type { Difference, Reporter } from '../report/reporter.ts';
import { lastEndedRun } from './comparison.ts';
import { refuseTooLarge } from './findings.ts';

export type RunDiff = {
  runId: string;
  againstId: string | null;
  unchanged: number;
  /** At most 100 of the `total` differences, and only as many as fit into one response. */
  differences: Difference[];
  total: number;
  /** The cursor of the differences that follow; null if there are no more. */
  nextCursor: string | null;
};

/** The runs of a project. Throws `project_not_found` and `run_not_found`. */
export interface RunsService {
  /** Newest first. */
  list(actor: Actor, query: PageQuery & After & { projectId: string }): Promise<Listed<RunHead>>;
  get(actor: Actor, projectId: string, runId: string): Promise<Owned<Run>>;
  /**
   * Returns the id of a run that has ended. Without `runId`, this is the last one. Throws `run_not_found` if no run has
   * ended, and `run_not_ended`. With `forReport`, also throws `report_too_large` if all findings of the run exceed the
   * limits of a report; the findings are not read for that.
   */
  ended(
    actor: Actor,
    projectId: string,
    runId: string | undefined,
    options: { forReport: boolean },
  ): Promise<string>;
  /**
   * Returns the differences between the run `runId` and an earlier run `againstId`, by default the previous run that
   * has ended. If there is no previous run, every finding is new. A cursor continues the comparison of the same two
   * runs. Ends when the signal is aborted. Throws `run_not_ended`.
   */
  diff(
    actor: Actor,
    projectId: string,
    runId: string,
    query?: After & { againstId?: string | undefined },
    signal?: AbortSignal,
  ): Promise<RunDiff>;
}

export function runsService(
  { store, limits }: Pick<Dependencies, 'store' | 'limits'>,
  reporter: Pick<Reporter, 'compare'>,
): RunsService {
  async function ended(actor: Actor, projectId: string, runId: string): Promise<Run> {
    const run = await ownedRun(
      actor,
      'read',
      await ownedProject(actor, 'read', projectId, store),
      runId,
      store,
    );
    if (hasEnded(run)) return run;
    throw new AppError('run_not_ended', `run ${run._id} is ${run.state}: wait until it has ended`);
  }

  /** Throws `report_too_large` if the findings of the run exceed the limits of a report. */
  async function requireReportable({ _id, workspaceId, projectId, findings }: Run): Promise<void> {
    const bytes = await store.findings.bytes(workspaceId, _id);
    refuseTooLarge({ runId: _id, projectId, findings, bytes }, limits);
  }

  return {
    async list(actor, { projectId, ...query }) {
      const { _id } = await ownedProject(actor, 'read', projectId, store);
      const { workspaceId } = actor;
      return listByTime({ cursor: runCursor, projectId: _id }, query, (stretch) =>
        store.runs.list(workspaceId, _id, stretch),
      );
    },

    async get(actor, projectId, runId) {
      return ownedRun(actor, 'read', await ownedProject(actor, 'read', projectId, store), runId, store);
    },

    async ended(actor, projectId, runId, { forReport }) {
      const project = await ownedProject(actor, 'read', projectId, store);
      const chosen = runId ?? (await lastEndedRun(store, { ...actor, projectId: project._id }));
      if (chosen === null) {
        throw new AppError('run_not_found', `project ${project._id} has no run that has ended`);
      }
      const run = await ended(actor, project._id, chosen);
      if (forReport) await requireReportable(run);
      return run._id;
    },

    async diff(actor, projectId, runId, { againstId, after: cursor, share = 1 } = {}, signal) {
      const run = await ended(actor, projectId, runId);
      const place = cursor === undefined ? null : differenceCursor.read(cursor);
      const asked = againstId === undefined ? place?.againstId : againstId.toLowerCase();
      const against =
        asked === undefined
          ? await lastEndedRun(store, run, run.createdAt)
          : asked && (await ended(actor, projectId, asked))._id;
      if (place !== null && (place.runId !== run._id || place.againstId !== against)) {
        refuseInvalid([{ path: 'after', message: 'belongs to a comparison of other runs' }]);
      }
      const runs = { runId: run._id, againstId: against };
      const from = place?.position ?? 0;
      const { unchanged, differences, total } = await reporter.compare(
        { actor, projectId, ...runs, from, answerBytes: limits.answerBytes * share },
        signal ?? new AbortController().signal,
      );
      const position = from + differences.length;
      return {
        ...runs,
        unchanged,
        differences,
        total,
        nextCursor: position < total ? differenceCursor.write({ ...runs, position }) : null,
      };
    },
  };
}
