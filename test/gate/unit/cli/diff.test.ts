import { expect, it } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import { diffOf } from '../../../../src/cli/diff/compare.ts';
import { confirmed, estimated, notFound, resultOf } from './findings.ts';

const violated = (change: Partial<Finding> = {}): Finding =>
  Object.assign(estimated(), { outcome: 'violated' }, change);
const accepted = { accepted: { reason: 'agreed until renewal' } };

it.each<[string, Finding, Finding, number]>([
  ['is violated now', confirmed(), violated(), 1],
  ['is violated now and accepted', confirmed(), violated(accepted), 0],
  ['was violated before', violated(), violated({ citations: [] }), 0],
  ['has a lower label', confirmed(), estimated(), 1],
  ['has a lower label and is accepted', confirmed(), Object.assign(notFound(), accepted), 0],
  ['has a higher label', notFound(), confirmed(), 0],
])('proviso diff counts as worse, or not, a finding that %s', (_, before, after, worse) => {
  expect(diffOf(resultOf([before]), resultOf([after])).counts.worse).toBe(worse);
});

it('proviso diff names the position of a rule that is met', () => {
  const position = { kind: 'fallback' as const, index: 2, of: 3, met: true, text: 't', tried: [] };
  const now = Object.assign(confirmed(), { position });
  const [difference] = diffOf(resultOf([violated()]), resultOf([now])).differences;
  expect(difference?.before).not.toHaveProperty('position');
  expect(difference?.after?.position).toBe('fallback 2 of 3');
});
