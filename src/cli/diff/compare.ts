import type { Finding, Label } from '../../../engine/model/finding.ts';
import { fingerprintIn } from '../../../engine/model/keys.ts';
import type { Result } from '../../../engine/model/result.ts';
import { changesBetween, comparedOf, type DiffKind } from '../../domain/runs/run-diff.ts';
import { positionWords } from '../../services/report/positions.ts';

type Answer = {
  finding: string;
  outcome: Finding['outcome'];
  label: Finding['label'];
  accepted?: Finding['accepted'];
  /** The position that the documents meet, in words, if the rule has positions. */
  position?: string;
};

/** How a finding differs between two results. */
export type Difference = {
  rule: { key: string; name: string };
  /** The file that was checked; null if all files were checked together. */
  file: string | null;
  changes: DiffKind[];
  worse: boolean;
  before: Answer | null;
  after: Answer | null;
};

/** The differences between two results, in the order of the later one, then those that are gone. */
export type ResultDiff = {
  before: Run;
  after: Run;
  /** How many findings are different in each way; one finding can be different in several ways. */
  counts: Record<DiffKind, number> & { worse: number; unchanged: number };
  differences: Difference[];
};
type Run = Pick<Result, 'runId' | 'endedAt' | 'incomplete'>;

/** Compares the findings of two results for each rule and file. */
export function diffOf(before: Result, after: Result): ResultDiff {
  const earlier = new Map(before.findings.map((finding) => [finding.id, finding]));
  const later = new Map(after.findings.map((finding) => [finding.id, finding]));
  const { changed, unchanged } = changesBetween(comparedIn(before), comparedIn(after));
  const differences = changed.flatMap((change): Difference[] => {
    const was = change.before === null ? null : (earlier.get(change.before.id) ?? null);
    const is = change.after === null ? null : (later.get(change.after.id) ?? null);
    const shown = is ?? was;
    if (shown === null) return [];
    return [
      {
        rule: { key: shown.rule.key, name: shown.rule.name },
        file: shown.subject.kind === 'file' ? shown.subject.name : null,
        changes: change.changes,
        worse: isWorse(was, is),
        before: answerOf(was),
        after: answerOf(is),
      },
    ];
  });
  const count = (kind: DiffKind) => differences.filter(({ changes }) => changes.includes(kind)).length;
  return {
    before: runOf(before),
    after: runOf(after),
    counts: {
      new: count('new'),
      gone: count('gone'),
      outcome_changed: count('outcome_changed'),
      label_changed: count('label_changed'),
      evidence_changed: count('evidence_changed'),
      method_changed: count('method_changed'),
      worse: differences.filter(({ worse }) => worse).length,
      unchanged,
    },
    differences,
  };
}

function comparedIn(result: Result) {
  const printOf = fingerprintIn(result);
  return result.findings.map((finding) => comparedOf(finding, printOf(finding)));
}

const labelRanks: Record<Label | 'not assessed', number> = {
  CONFIRMED: 3,
  ESTIMATED: 2,
  'NOT FOUND': 1,
  'not assessed': 0,
};

/**
 * Whether a finding is now violated and was not before, or has a lower label than before. An accepted finding is not
 * worse.
 */
function isWorse(before: Finding | null, after: Finding | null): boolean {
  if (after === null || after.accepted !== undefined) return false;
  if (after.outcome === 'violated' && before?.outcome !== 'violated') return true;
  return before !== null && rankOf(after) < rankOf(before);
}

function rankOf({ label }: Finding): number {
  return labelRanks[label ?? 'not assessed'];
}

function answerOf(finding: Finding | null): Answer | null {
  if (finding === null) return null;
  const { id, outcome, label, accepted } = finding;
  const position = positionWords(finding);
  return {
    ...{ finding: id, outcome, label },
    ...(accepted !== undefined && { accepted }),
    ...(position !== '' && { position }),
  };
}

function runOf({ runId, endedAt, incomplete }: Result): Run {
  return { runId, endedAt, incomplete };
}
