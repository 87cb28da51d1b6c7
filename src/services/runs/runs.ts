import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { differenceCursor, runCursor } from '../../domain/records/cursor.ts';
import type { Actor } from '../../domain/records/owned.ts';
import { hasEnded, type Run } from '../../domain/runs/run.ts';
import type { PageQuery } from '../../store/ports/records.ts';
import type { Dependencies } from '../dependencies.ts';
import { type After, listByTime } from '../records/listing.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';
import type { Difference, Reporter } from '../report/reporter.ts';
import { lastEndedRun } from './comparison.ts';
import { refuseTooLarge } from './findings.ts';

type RunDiff = {
  runId: string;
  againstId: string | null;
  unchanged: number;
  /** At most 100 of the `total` differences, and only as many as fit into one response. */
  differences: Difference[];
  total: number;
  /** The cursor of the differences that follow; null if there are no more. */
  nextCursor: string | null;
};

export type RunsService = ReturnType<typeof runsService>;

/** The runs of a project. Throws `project_not_found` and `run_not_found`. */
export function runsService(
  { store, limits }: Pick<Dependencies, 'store' | 'limits'>,
  reporter: Pick<Reporter, 'compare'>,
) {
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
    /** Newest first. */
    async list(actor: Actor, { projectId, ...query }: PageQuery & After & { projectId: string }) {
      const { _id } = await ownedProject(actor, 'read', projectId, store);
      const { workspaceId } = actor;
      return listByTime({ cursor: runCursor, projectId: _id }, query, (stretch) =>
        store.runs.list(workspaceId, _id, stretch),
      );
    },

    async get(actor: Actor, projectId: string, runId: string) {
      return ownedRun(actor, 'read', await ownedProject(actor, 'read', projectId, store), runId, store);
    },

    /**
     * Returns the id of a run that has ended. Without `runId`, this is the last one. Throws `run_not_found` if no run has
     * ended, and `run_not_ended`. With `forReport`, also throws `report_too_large` if all findings of the run exceed the
     * limits of a report; the findings are not read for that.
     */
    async ended(
      actor: Actor,
      projectId: string,
      runId: string | undefined,
      { forReport }: { forReport: boolean },
    ) {
      const project = await ownedProject(actor, 'read', projectId, store);
      const chosen = runId ?? (await lastEndedRun(store, { ...actor, projectId: project._id }));
      if (chosen === null) {
        throw new AppError('run_not_found', `project ${project._id} has no run that has ended`);
      }
      const run = await ended(actor, project._id, chosen);
      if (forReport) await requireReportable(run);
      return run._id;
    },

    /**
     * Returns the differences between the run `runId` and an earlier run `againstId`, by default the previous run that
     * has ended. If there is no previous run, every finding is new. A cursor continues the comparison of the same two
     * runs. Ends when the signal is aborted. Throws `run_not_ended`.
     */
    async diff(
      actor: Actor,
      projectId: string,
      runId: string,
      { againstId, after: cursor, share = 1 }: After & { againstId?: string | undefined } = {},
      signal?: AbortSignal,
    ): Promise<RunDiff> {
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
        { actor, projectId, ...runs, from, answerBytes: limits.LIMIT_ANSWER_BYTES * share },
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
