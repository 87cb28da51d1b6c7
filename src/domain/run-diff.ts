import type { Finding } from '../../engine/model/finding.ts';
import { fingerprint } from '../../engine/model/keys.ts';

export type DiffKind =
  | 'new'
  | 'gone'
  | 'label_changed'
  | 'outcome_changed'
  | 'evidence_changed'
  | 'method_changed';

/** How the findings of one rule and subject differ between two runs. */
export type Difference = {
  changes: DiffKind[];
  rule: Finding['rule'];
  subject: Finding['subject'];
  before: Finding | null;
  after: Finding | null;
};

export type RunDiff = { differences: Difference[]; unchanged: number };

/**
 * Compares two runs rule by rule and subject by subject. A rule is known by its words, a file by its name, so that
 * neither another order nor edits elsewhere count as a change.
 */
export function diffFindings(before: readonly Finding[], after: readonly Finding[]): RunDiff {
  const earlier = new Map(before.map((finding) => [placeOf(finding), finding]));
  const later = new Map(after.map((finding) => [placeOf(finding), finding]));
  const pairs = [
    ...[...later].map(([place, finding]) => [earlier.get(place) ?? null, finding] as const),
    ...[...earlier].filter(([place]) => !later.has(place)).map(([, finding]) => [finding, null] as const),
  ];
  const differences = pairs.flatMap(([was, is]) => {
    const shown = is ?? was;
    const changes = changesBetween(was, is);
    if (shown === null || changes.length === 0) return [];
    return [{ changes, rule: shown.rule, subject: shown.subject, before: was, after: is }];
  });
  return { differences, unchanged: pairs.length - differences.length };
}

function changesBetween(was: Finding | null, is: Finding | null): DiffKind[] {
  if (was === null) return ['new'];
  if (is === null) return ['gone'];
  const changes: [DiffKind, boolean][] = [
    ['label_changed', was.label !== is.label],
    ['outcome_changed', was.outcome !== is.outcome],
    ['evidence_changed', fingerprint(was) !== fingerprint(is)],
    ['method_changed', methodOf(was) !== methodOf(is)],
  ];
  return changes.flatMap(([kind, changed]) => (changed ? [kind] : []));
}

function placeOf({ rule, subject }: Finding): string {
  return JSON.stringify([rule.key, subject.kind === 'project' ? null : subject.name]);
}

function methodOf({ checker: { method, model, prompt } }: Finding): string {
  return JSON.stringify([method, model, prompt?.id, prompt?.version, prompt?.hash]);
}
