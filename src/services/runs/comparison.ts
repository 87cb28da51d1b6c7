import { AppError } from '../../domain/errors.ts';
import { type Change, type Compared, changesBetween, comparedOf } from '../../domain/runs/run-diff.ts';
import type { Dependencies } from '../dependencies.ts';
import { fitting } from '../records/fitting.ts';
import type { Comparison, ComparisonTask, Difference } from '../report/reporter.ts';
import { everyFinding, type FindingsService } from './findings.ts';

/** The maximum number of differences in a response. */
const shownDifferences = 100;

/** Returns the function that compares two runs: at most 100 differences, and only as many as fit into `answerBytes`. */
export function comparison({ store }: Pick<Dependencies, 'store'>, findings: Pick<FindingsService, 'some'>) {
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
    const before = await compared(actor.workspaceId, againstId);
    const after = await compared(actor.workspaceId, runId);
    const { changed, unchanged } = changesBetween(before, after);
    const next = await whole(task, changed.slice(from, from + shownDifferences));
    return { unchanged, differences: fitting(next, answerBytes), total: changed.length };
  };
}
