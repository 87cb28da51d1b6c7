import type { Finding } from '../../../engine/model/finding.ts';
import { documentOf } from '../../../engine/model/source.ts';

export const diffKinds = [
  ...(['new', 'gone', 'label_changed', 'outcome_changed', 'evidence_changed', 'method_changed'] as const),
];
export type DiffKind = (typeof diffKinds)[number];

/** The parts of a finding that are compared. Thousands of complete findings would not fit into memory. */
export type Compared = {
  id: string;
  /** Identifies the rule and the subject: rules are matched by their text, files by the name of their first version, and by their content if they share it. */
  place: string;
  label: Finding['label'];
  outcome: Finding['outcome'];
  fingerprint: string;
  method: string;
  /** Whether the condition of a question is met, such as in "… and flag it if …". */
  flagged: boolean;
};

/** How the findings of one rule and subject differ between two runs. */
export type Change = { changes: DiffKind[]; before: Compared | null; after: Compared | null };

export function comparedOf(finding: Finding, fingerprint: string): Compared {
  const { id, rule, subject, label, outcome, checker, flagged = false } = finding;
  const { method, model, prompt } = checker;
  return {
    id,
    place: JSON.stringify([
      rule.key,
      ...(subject.kind === 'project' ? [] : [documentOf(subject), subject.sha256]),
    ]),
    label,
    outcome,
    flagged,
    fingerprint,
    method: JSON.stringify([method, model, prompt?.id, prompt?.version, prompt?.hash]),
  };
}

/**
 * Compares the findings of two runs for each rule and subject, so that a different order of rules or files does not
 * count as a change. Returns the differences in the order of the later run. The findings that exist only in the earlier
 * run are at the end.
 */
export function changesBetween(
  before: readonly Compared[],
  after: readonly Compared[],
): { changed: Change[]; unchanged: number } {
  const earlier = byPlace(before);
  const later = byPlace(after);
  const pairs = [
    ...[...later].map(([place, one]) => ({ before: earlier.get(place) ?? null, after: one })),
    ...[...earlier].filter(([place]) => !later.has(place)).map(([, one]) => ({ before: one, after: null })),
  ];
  const changed = pairs
    .map((pair): Change => ({ ...pair, changes: kindsOf(pair) }))
    .filter(({ changes }) => changes.length > 0);
  return { changed, unchanged: pairs.length - changed.length };
}

/** The findings by place. Files that differ neither in name nor in content are numbered. */
function byPlace(all: readonly Compared[]): Map<string, Compared> {
  const found = new Map<string, Compared>();
  const counts = new Map<string, number>();
  for (const one of all) {
    const count = (counts.get(one.place) ?? 0) + 1;
    counts.set(one.place, count);
    found.set(`${one.place} ${count}`, one);
  }
  return found;
}

function kindsOf({ before, after }: Omit<Change, 'changes'>): DiffKind[] {
  if (before === null) return ['new'];
  if (after === null) return ['gone'];
  const changes: [DiffKind, boolean][] = [
    ['label_changed', before.label !== after.label],
    ['outcome_changed', before.outcome !== after.outcome],
    ['evidence_changed', before.fingerprint !== after.fingerprint],
    ['method_changed', before.method !== after.method],
  ];
  return changes.flatMap(([kind, isChanged]) => (isChanged ? [kind] : []));
}

/**
 * Whether some answer of the later run needs more attention than the one before, or an answer that was not there before
 * needs attention.
 */
export function gotWorse(before: readonly Compared[], after: readonly Compared[]): boolean {
  return changesBetween(before, after).changed.some((one) => attention(one.after) > attention(one.before));
}

/** How much attention an answer needs, in the order in which notifications name answers; 0 if it needs none. */
function attention(one: Compared | null): number {
  if (one === null) return 0;
  if (one.outcome === 'violated') return 6;
  if (one.outcome === 'conflicting') return 5;
  if (one.outcome === 'partly_satisfied' || one.flagged) return 4;
  if (one.label === null) return 3;
  if (one.label === 'NOT FOUND') return 2;
  return one.outcome === 'undetermined' ? 1 : 0;
}
