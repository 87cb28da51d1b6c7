import type { Finding, Outcome, SubjectId } from './finding.ts';
import type { Counts, ResultCounts } from './result.ts';

/** The counted fields of a finding. */
export type Counted = Pick<Finding, 'rule' | 'subject' | 'label' | 'outcome'>;

/** Counts labels and outcomes in total, by rule key and by subject key, and the labels of each outcome. */
export function countFindings(findings: readonly Counted[]): ResultCounts {
  const total = zeroCounts();
  const labelsByOutcome = ofEachOutcome(zeroLabels);
  const byRule = new Map<string, Counts>();
  const bySubject = new Map<string, Counts>();
  for (const finding of findings) {
    add(total, finding);
    labelsByOutcome[finding.outcome][finding.label ?? 'notAssessed'] += 1;
    add(tallyOf(byRule, finding.rule.key), finding);
    add(tallyOf(bySubject, subjectKey(finding.subject)), finding);
  }
  return {
    ...total,
    labelsByOutcome,
    byRule: Object.fromEntries(byRule),
    bySubject: Object.fromEntries(bySubject),
  };
}

/** The subject's key within its run, as used in `counts.bySubject`: `project`, or `file:` and the file's index. */
export function subjectKey(subject: SubjectId): string {
  return subject.kind === 'project' ? 'project' : `file:${subject.fileIndex}`;
}

function add(counts: Counts, finding: Counted): void {
  counts.labels[finding.label ?? 'notAssessed'] += 1;
  counts.outcomes[finding.outcome] += 1;
}

function tallyOf(tallies: Map<string, Counts>, key: string): Counts {
  const known = tallies.get(key);
  if (known) return known;
  const fresh = zeroCounts();
  tallies.set(key, fresh);
  return fresh;
}

function zeroLabels(): Counts['labels'] {
  return { CONFIRMED: 0, 'NOT FOUND': 0, ESTIMATED: 0, notAssessed: 0 };
}

function zeroCounts(): Counts {
  return { labels: zeroLabels(), outcomes: ofEachOutcome(() => 0) };
}

function ofEachOutcome<Each>(each: () => Each): Record<Outcome, Each> {
  return {
    satisfied: each(),
    violated: each(),
    partly_satisfied: each(),
    conflicting: each(),
    not_applicable: each(),
    undetermined: each(),
    answered: each(),
  };
}
