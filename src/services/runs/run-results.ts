import type { Finding } from '../../../engine/model/finding.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import type { Result } from '../../../engine/model/result.ts';
import type { Owned } from '../../domain/records/owned.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Dependencies } from '../dependencies.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';
import type { OfRun } from '../report/reporter.ts';
import type { FindingsService } from './findings.ts';
import { resultOfPart } from './run-finalizer.ts';

/**
 * Returns an ended run, and its result with all findings and their reviews, or with the findings that match `matches`.
 * Throws `report_too_large` if the findings exceed the limits of a report.
 */
export type RunResults = (
  of: OfRun,
  matches?: (finding: Finding) => boolean,
) => Promise<{ run: Owned<Run>; result: Result }>;

export function runResults(
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  findings: Pick<FindingsService, 'all'>,
): RunResults {
  return async ({ actor, projectId, runId }, matches) => {
    const project = await ownedProject(actor, 'read', projectId, store);
    const before = await ownedRun(actor, 'read', project, runId, store);
    const found = await findings.all(actor, project._id, runId, matches);
    const result = before.result ?? resultOfPart(before, found, clock.now());
    // Read again, because somebody may have signed the run off while its findings were read.
    const run = await ownedRun(actor, 'read', project, runId, store);
    const rules = keyRules(run.politics.rules);
    return { run, result: { runId, rules, ...result, findings: found } };
  };
}
