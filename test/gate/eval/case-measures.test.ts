import { expect, it } from 'vitest';
import { caseCounts } from '../../../src/eval/score/case-measures.ts';
import type { Scored } from '../../../src/eval/score/item.ts';
import { finding } from '../../support/findings.ts';

const rule = { key: 'a1b2c3d4', index: 0, name: 'Term', description: 'The term is two years.' };

it('a CONFIRMED answer counts as correct only if CONFIRMED with the same outcome is expected', () => {
  const scored = (label: 'CONFIRMED' | 'ESTIMATED', outcome: 'satisfied' | 'violated'): Scored => ({
    expected: { rule: 'Term', label, outcome, pages: [], mustQuote: [], mustNotClaim: [] },
    finding: finding({ rule }),
    grade: 'wrong',
    problems: [],
    quotes: [],
    places: [],
  });
  const share = (one: Scored) => caseCounts(one, {}).confirmedPrecision;
  expect(share(scored('CONFIRMED', 'satisfied'))).toEqual([1, 1]);
  expect(share(scored('CONFIRMED', 'violated'))).toEqual([1, 0]);
  expect(share(scored('ESTIMATED', 'satisfied'))).toEqual([1, 0]);
});
