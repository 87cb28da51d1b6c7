import type { Finding } from '../../../engine/model/finding.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import type { Result } from '../../../engine/model/result.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { differenceCursor, runCursor } from '../../domain/records/cursor.ts';
import type { Actor, Owned } from '../../domain/records/owned.ts';
import { hasEnded, type Run, type RunHead } from '../../domain/runs/run.ts';
import {
  type Change,
  type Compared,
  changesBetween,
  comparedOf,
  type DiffKind,
} from '../../domain/runs/run-diff.ts';
import type { PageQuery } from '../../store/ports/records.ts';
import type { Dependencies } from '../dependencies.ts';
import { fitting } from '../records/fitting.ts';
import { type After, type Listed, listByTime } from '../records/listing.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';
import { everyFinding, type FindingsService } from './findings.ts';
import { resultOfPart } from './run-finalizer.ts';

/** How the findings of one rule and subject differ between two runs. */
export type Difference = {
  changes: DiffKind[];
  rule: Finding['rule'];
  subject: Finding['subject'];
  before: Finding | null;
  after: Finding | null;
};

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

/** The maximum number of differences in a response. */
const shownDifferences = 100;

/** The runs of a project. Throws `project_not_found` and `run_not_found`. */
export interface RunsService {
  /** Newest first. */
  list(actor: Actor, query: PageQuery & After & { projectId: string }): Promise<Listed<RunHead>>;
  get(actor: Actor, projectId: string, runId: string): Promise<Owned<Run>>;
  /**
   * Returns the result of a run with all findings and their reviews, or with the findings that match `matches`. Without
   * `runId`, this is the last run that has ended. Throws `run_not_found` if no run has ended, `run_not_ended` if the given run has not ended, and
   * `report_too_large` if the findings exceed the limits of a report.
   */
  result(
    actor: Actor,
    projectId: string,
    runId?: string,
    matches?: (finding: Finding) => boolean,
  ): Promise<Result>;
  /**
   * Returns the differences between the run `runId` and an earlier run `againstId`, by default the previous run that
   * has ended. If there is no previous run, every finding is new. A cursor continues the comparison of the same two
   * runs. Throws `run_not_ended`.
   */
  diff(
    actor: Actor,
    projectId: string,
    runId: string,
    query?: After & { againstId?: string | undefined },
  ): Promise<RunDiff>;
}

export function runsService(
  { store, clock, limits }: Pick<Dependencies, 'store' | 'clock' | 'limits'>,
  findings: Pick<FindingsService, 'some' | 'all'>,
): RunsService {
  /**
   * Returns those parts of all findings of a run that are compared. Only a hundred complete findings are in memory at a
   * time.
   */
  async function compared(workspaceId: string, runId: string | null): Promise<Compared[]> {
    const all: Compared[] = [];
    if (runId === null) return all;
    for await (const items of everyFinding(store, workspaceId, runId)) {
      for (const { finding, fingerprint } of items) all.push(comparedOf(finding, fingerprint));
    }
    return all;
  }

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

  /**
   * Returns the id of the newest run of the project that has ended and was created before `madeBefore`; null if there
   * is none.
   */
  async function lastEnded(actor: Actor, projectId: string, madeBefore?: string): Promise<string | null> {
    for (let page = 1; ; page += 1) {
      const { items } = await store.runs.list(actor.workspaceId, projectId, { page, pageSize: 50 });
      const found = items.find(
        (one) => hasEnded(one) && (madeBefore === undefined || one.createdAt < madeBefore),
      );
      if (found) return found._id;
      if (items.length === 0) return null;
    }
  }

  /** Returns the changes with the complete findings of both runs. */
  async function whole(
    actor: Actor,
    { projectId, runId, againstId }: { projectId: string; runId: string; againstId: string | null },
    changed: readonly Change[],
  ): Promise<Difference[]> {
    const idsOf = (side: 'before' | 'after') => changed.flatMap((change) => change[side]?.id ?? []);
    const earlier =
      againstId === null ? null : await findings.some(actor, projectId, againstId, idsOf('before'));
    const later = await findings.some(actor, projectId, runId, idsOf('after'));
    return changed.map(({ changes, before, after }) => {
      const was = (before && earlier?.get(before.id)) ?? null;
      const is = (after && later.get(after.id)) ?? null;
      const shown = is ?? was;
      if (shown === null || was?.id !== before?.id || is?.id !== after?.id) {
        throw new AppError('run_not_found', `run ${runId} or ${againstId} was deleted during the comparison`);
      }
      return { changes, rule: shown.rule, subject: shown.subject, before: was, after: is };
    });
  }

  return {
    async list(actor, { projectId, ...query }) {
      const { _id } = await ownedProject(actor, 'read', projectId, store);
      const { workspaceId } = actor;
      return listByTime(
        { cursor: runCursor, projectId: _id },
        query,
        (page) => store.runs.list(workspaceId, _id, page),
        (after, pageSize) => store.runs.walk(workspaceId, _id, after, pageSize),
      );
    },

    async get(actor, projectId, runId) {
      return ownedRun(actor, 'read', await ownedProject(actor, 'read', projectId, store), runId, store);
    },

    async result(actor, projectId, runId, matches) {
      const project = await ownedProject(actor, 'read', projectId, store);
      const chosen = runId ?? (await lastEnded(actor, project._id));
      if (chosen === null) {
        throw new AppError('run_not_found', `project ${project._id} has no run that has ended`);
      }
      const run = await ended(actor, project._id, chosen);
      const found = await findings.all(actor, project._id, run._id, matches);
      const result = run.result ?? resultOfPart(run, found, clock.now());
      return { runId: run._id, rules: keyRules(run.politics.rules), ...result, findings: found };
    },

    async diff(actor, projectId, runId, { againstId, after: cursor, share = 1 } = {}) {
      const run = await ended(actor, projectId, runId);
      const place = cursor === undefined ? null : differenceCursor.read(cursor);
      const asked = againstId === undefined ? place?.againstId : againstId.toLowerCase();
      const against =
        asked === undefined
          ? await lastEnded(actor, run.projectId, run.createdAt)
          : asked && (await ended(actor, projectId, asked))._id;
      if (place !== null && (place.runId !== run._id || place.againstId !== against)) {
        refuseInvalid([{ path: 'after', message: 'belongs to a comparison of other runs' }]);
      }
      const from = place?.position ?? 0;
      const before = await compared(actor.workspaceId, against);
      const after = await compared(actor.workspaceId, run._id);
      const { changed, unchanged } = changesBetween(before, after);
      const differences = fitting(
        await whole(
          actor,
          { projectId, runId: run._id, againstId: against },
          changed.slice(from, from + shownDifferences),
        ),
        limits.answerBytes * share,
      );
      const position = from + differences.length;
      const runs = { runId: run._id, againstId: against };
      return {
        ...runs,
        unchanged,
        differences,
        total: changed.length,
        nextCursor: position < changed.length ? differenceCursor.write({ ...runs, position }) : null,
      };
    },
  };
}
