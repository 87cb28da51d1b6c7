import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { AppError } from '../../domain/errors.ts';
import type { Actor, Owned } from '../../domain/records/owned.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Store } from '../../store/port.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';

/** The lists of a finding that contain citations. `nearest` are the closest passages of `search`. */
export const citationLists = ['citations', 'basis', 'nearest'] as const;

/** A citation of a finding: a list and the index in this list, from 0. */
export type CitationRef = {
  projectId: string;
  runId: string;
  findingId: string;
  list: (typeof citationLists)[number];
  index: number;
};

/**
 * Returns a citation of a finding in a project of the actor, with its finding and run. Throws `project_not_found`,
 * `run_not_found`, `finding_not_found` and `citation_not_found`.
 */
export async function ownedCitation(
  actor: Actor,
  { projectId, runId, findingId, list, index }: CitationRef,
  store: Store,
): Promise<{ run: Owned<Run>; finding: Finding; citation: Citation }> {
  const project = await ownedProject(actor, 'read', projectId, store);
  const run = await ownedRun(actor, 'read', project, runId, store);
  const stored = await store.findings.get(actor.workspaceId, run._id, findingId);
  if (stored === null) {
    throw new AppError('finding_not_found', `run ${run._id} has no finding ${findingId}`);
  }
  const citation = citationsOf(stored.finding, list)[index];
  if (citation !== undefined) return { run, finding: stored.finding, citation };
  throw new AppError('citation_not_found', `finding ${findingId} has no citation ${index} in ${list}`);
}

/** The citations in a list of a finding. */
export function citationsOf(finding: Finding, list: CitationRef['list']): readonly Citation[] {
  return list === 'nearest' ? finding.search.nearest.map(({ citation }) => citation) : finding[list];
}
