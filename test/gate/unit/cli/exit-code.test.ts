import { expect, it } from 'vitest';
import { exitCodeOf } from '../../../../src/cli/check/output/exit-code.ts';
import { exitCodes } from '../../../../src/cli/terminal/exit-codes.ts';
import { finding } from '../../../support/findings.ts';
import { notFound, resultOf } from './findings.ts';

const rule = { key: 'a1b2c3d4', index: 0, name: 'Notice', description: 'Notice is 30 days.' };
const violatedVerdict = { assessed: true, label: 'CONFIRMED', outcome: 'violated' } as const;

it('each value of --fail-on depends on one property of findings: the outcome, the label, or unread files', () => {
  const open = resultOf([notFound()]);
  expect(exitCodeOf(open, ['not-found'])).toBe(exitCodes.found);
  expect(exitCodeOf(open, ['violated'])).toBe(exitCodes.done);
  expect(exitCodeOf(open, ['incomplete'])).toBe(exitCodes.done);
  const violated = resultOf([finding({ rule, verdict: violatedVerdict })]);
  expect(exitCodeOf(violated, ['violated'])).toBe(exitCodes.found);
  expect(exitCodeOf(violated, ['not-found'])).toBe(exitCodes.done);
  expect(exitCodeOf(violated, ['violated:confirmed'])).toBe(exitCodes.found);
  expect(exitCodeOf(violated, ['violated:estimated'])).toBe(exitCodes.done);
  const guessed = resultOf([finding({ rule, verdict: { ...violatedVerdict, label: 'ESTIMATED' } })]);
  expect(exitCodeOf(guessed, ['violated'])).toBe(exitCodes.found);
  expect(exitCodeOf(guessed, ['violated:confirmed'])).toBe(exitCodes.done);
  expect(exitCodeOf(guessed, ['violated:estimated'])).toBe(exitCodes.found);
  expect(exitCodeOf({ ...violated, incomplete: true }, ['not-found', 'incomplete'])).toBe(exitCodes.found);
});
