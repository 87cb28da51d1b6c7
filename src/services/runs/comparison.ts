import { AppError } from '../../domain/errors.ts';
import { hasEnded, type Run } from '../../domain/runs/run.ts';
import {
  type Change,
  type Compared,
  changesBetween,
  comparedOf,
  gotWorse,
} from '../../domain/runs/run-diff.ts';
import type { Store } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { fitting } from '../records/fitting.ts';
import type { Comparison, ComparisonTask, Difference } from '../report/reporter.ts';
import { everyFinding, type FindingsService } from './findings.ts';

/** The maximum number of differences in a response. */
const shownDifferences = 100;

/** Returns the function that compares two runs: at most 100 differences, and only as many as fit into `answerBytes`. */
export function comparison({ store }: Pick<Dependencies, 'store'>, findings: Pick<FindingsService, 'some'>) {
  /** Returns the changes with the complete findings of both runs. */
  async function whole(
    { actor, projectId, runId, againstId }: ComparisonTask,
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

  return async (task: ComparisonTask): Promise<Comparison> => {
    const { actor, runId, againstId, from, answerBytes } = task;
    const before = await compared(store, actor.workspaceId, againstId);
    const after = await compared(store, actor.workspaceId, runId);
    const { changed, unchanged } = changesBetween(before, after);
    const next = await whole(task, changed.slice(from, from + shownDifferences));
    return { unchanged, differences: fitting(next, answerBytes), total: changed.length };
  };
}

/**
 * Returns those parts of all findings of a run that are compared. Only a hundred complete findings are in memory at a
 * time.
 */
async function compared(store: Store, workspaceId: string, runId: string | null): Promise<Compared[]> {
  const all: Compared[] = [];
  if (runId === null) return all;
  for await (const items of everyFinding(store, workspaceId, runId)) {
    for (const { finding, fingerprint } of items) all.push(comparedOf(finding, fingerprint));
  }
  return all;
}

/** Whether an ended run has a worse answer than the ended run before it, or is the first one of its project. */
export async function isWorseThanBefore(run: Run, store: Store): Promise<boolean> {
  const { workspaceId, projectId, _id, createdAt } = run;
  const before = await lastEndedRun(store, { workspaceId, projectId }, createdAt);
  if (before === null) return true;
  return gotWorse(await compared(store, workspaceId, before), await compared(store, workspaceId, _id));
}

/**
 * Returns the id of the newest run of the project that has ended and was created before `madeBefore`; null if there is
 * none.
 */
export async function lastEndedRun(
  { runs }: Pick<Store, 'runs'>,
  { workspaceId, projectId }: Pick<Run, 'workspaceId' | 'projectId'>,
  madeBefore?: string,
): Promise<string | null> {
  for (let page = 1; ; page += 1) {
    const { items } = await runs.list(workspaceId, projectId, { page, pageSize: 50 });
    const found = items.find(
      (one) => hasEnded(one) && (madeBefore === undefined || one.createdAt < madeBefore),
    );
    if (found) return found._id;
    if (items.length === 0) return null;
  }
}
