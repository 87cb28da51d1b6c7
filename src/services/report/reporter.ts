import type { Finding } from '../../../engine/model/finding.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { DiffKind } from '../../domain/runs/run-diff.ts';
import type { AssignedFinding } from '../runs/assignments.ts';
import type { FindingFilter } from './finding-filter.ts';
import type { ReportFormatName } from './formats.ts';

/** A run that has ended, and the user who asks about it. The user's access to the run was checked. */
export type OfRun = { actor: Actor; projectId: string; runId: string };

/** `path` is the new file that the report is written to. */
export type ReportTask = OfRun & { format: ReportFormatName; filter: FindingFilter; path: string };

/** `path` is the new file that the bundle is written to. */
export type BundleTask = OfRun & { withSources: boolean; path: string };

/** Compares the run with another; null if there is none. The first difference to return is at the position `from`. */
export type ComparisonTask = OfRun & { againstId: string | null; from: number; answerBytes: number };

/** How the findings of one rule and subject differ between two runs. */
export type Difference = {
  changes: DiffKind[];
  rule: Finding['rule'];
  subject: Finding['subject'];
  before: AssignedFinding | null;
  after: AssignedFinding | null;
};

/** Some of the `total` differences between two runs. */
export type Comparison = { unchanged: number; differences: Difference[]; total: number };

/**
 * The work on all findings of a run. It takes the longer the more findings a user has, so a server has it done in other
 * processes (`compose/reporter`), by turns of the users. Each method throws the signal's reason.
 */
export interface Reporter {
  /** Writes a report. Throws `report_too_large`. */
  report(task: ReportTask, signal: AbortSignal): Promise<void>;
  /** Writes a bundle and returns its size in bytes. Throws `report_too_large`, `bundle_too_large`, `text_not_found`. */
  bundle(task: BundleTask, signal: AbortSignal): Promise<number>;
  /** Throws `run_not_found` if one of the runs was deleted meanwhile. */
  compare(task: ComparisonTask, signal: AbortSignal): Promise<Comparison>;
}
