import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFindings } from '../../../../engine/model/counts.ts';
import type { Verdict } from '../../../../engine/model/finding.ts';
import { keyRules } from '../../../../engine/model/keys.ts';
import type { Counts } from '../../../../engine/model/result.ts';
import { finding } from '../../../support/findings.ts';

const verdicts: Verdict[] = [
  { assessed: true, label: 'CONFIRMED', outcome: 'violated' },
  { assessed: true, label: 'ESTIMATED', outcome: 'conflicting' },
  { assessed: true, label: 'NOT FOUND', outcome: 'undetermined' },
  { assessed: false, label: null, outcome: 'undetermined', notAssessedReason: 'checker_failed' },
];
const rules = keyRules(['a', 'b', 'c'].map((name) => ({ name, description: name })));
const grid = fc.array(fc.array(fc.constantFrom(...verdicts), { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 5,
});

describe('countFindings', () => {
  it('returns counts by rule and by file that add up to the total counts', () => {
    fc.assert(
      fc.property(grid, (files) => {
        const findings = files.flatMap((row, fileIndex) =>
          rules.map((rule, column) =>
            finding({
              rule,
              subject: { kind: 'file', fileIndex, name: 'same.pdf' },
              verdict: row[column] ?? { assessed: true, label: 'CONFIRMED', outcome: 'satisfied' },
            }),
          ),
        );
        const { byRule, bySubject, labelsByOutcome, ...whole } = countFindings(findings);
        expect(Object.keys(byRule)).toHaveLength(rules.length);
        expect(Object.keys(bySubject)).toHaveLength(files.length);
        expect(added(Object.values(byRule))).toEqual(flat(whole));
        expect(added(Object.values(bySubject))).toEqual(flat(whole));
        expect(summed(Object.values(labelsByOutcome ?? {}))).toEqual(whole.labels);
        expect(Object.values(whole.labels).reduce((a, b) => a + b)).toBe(findings.length);
      }),
    );
  });

  it('counts unassessed findings separately from all labels', () => {
    const [rule] = rules;
    if (!rule) throw new Error('three rules');
    const counts = countFindings(verdicts.map((verdict) => finding({ rule, verdict })));
    expect(counts.labels).toEqual({ CONFIRMED: 1, 'NOT FOUND': 1, ESTIMATED: 1, notAssessed: 1 });
    expect(counts.labelsByOutcome?.violated).toEqual({
      CONFIRMED: 1,
      'NOT FOUND': 0,
      ESTIMATED: 0,
      notAssessed: 0,
    });
    expect(counts.outcomes).toMatchObject({ violated: 1, conflicting: 1, undetermined: 2, satisfied: 0 });
  });
});

function flat({ labels, outcomes }: Counts): Record<string, number> {
  return { ...labels, ...outcomes };
}

function summed(parts: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of parts.flatMap((part) => Object.entries(part))) {
    sum[name] = (sum[name] ?? 0) + count;
  }
  return sum;
}

function added(parts: Counts[]): Record<string, number> {
  return summed(parts.map(flat));
}
