import { expect } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { Json } from '../../../../engine/model/result.ts';
import type { KeyedRule } from '../../../../engine/model/rule.ts';
import { shapeOutput } from '../../../../engine/shape/shape.ts';
import { citation, finding } from '../../../support/findings.ts';

const rule = (name: string, index: number): KeyedRule => ({
  name,
  description: `What is said of: ${name}.`,
  key: `rule-${index}`,
  index,
});

export const payment = rule('Payment period', 0);
export const audit = rule('Security audit', 1);
const escrow = rule('Source code escrow', 2);
const notice = rule('Notice of a breach', 3);

export const broken = finding({
  rule: payment,
  verdict: { assessed: true, label: 'CONFIRMED', outcome: 'violated' },
  statement: 'Invoices are paid within 30 days.',
  citations: [
    citation('within 30 days after receipt'),
    citation('interest runs from day 31', {
      locator: { kind: 'page', page: 5 },
      link: 'agreement.pdf#page=5',
    }),
  ],
  values: [{ name: 'payment days', value: 30, unit: 'days', citations: [0] }],
});
export const kept = finding({
  rule: audit,
  statement: 'One audit a year is allowed.',
  citations: [citation('may audit once in each Contract Year', { locator: { kind: 'page', page: 7 } })],
});
const absent = finding({
  rule: escrow,
  verdict: { assessed: true, label: 'NOT FOUND', outcome: 'undetermined' },
  statement: 'No sentence speaks of escrow.',
});
const skipped = finding({
  rule: notice,
  verdict: { assessed: false, label: null, outcome: 'undetermined', notAssessedReason: 'budget_reached' },
  statement: 'Not assessed.',
});
export const all = [broken, kept, absent, skipped];

/** Shapes findings. Also asserts that every leaf either has a value with sources, or is null with a reason. */
export function shape(format: Json, findings: readonly Finding[] = all) {
  const result = shapeOutput(format, findings);
  if (result.output !== null) {
    for (const [pointer, value] of leaves(result.output)) {
      const accounted =
        value === null
          ? result.outputGaps[pointer]
          : (result.outputSources[pointer] ?? result.outputGaps[pointer]);
      expect(accounted, `${pointer} = ${JSON.stringify(value)}`).toBeDefined();
    }
    const ids = new Map(findings.map(({ id, citations }) => [id, citations.length]));
    for (const source of Object.values(result.outputSources).flat()) {
      expect(ids.has(source.findingId)).toBe(true);
      if (source.citation !== undefined) expect(source.citation).toBeLessThan(ids.get(source.findingId) ?? 0);
    }
  }
  return result;
}

function leaves(value: Json, pointer = ''): [string, Json][] {
  if (value === null || typeof value !== 'object') return [[pointer, value]];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  if (entries.length === 0) return Array.isArray(value) ? [[pointer, value]] : [];
  return entries.flatMap(([key, inner]) =>
    leaves(inner, `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}
