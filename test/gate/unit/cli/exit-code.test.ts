import { expect, it } from 'vitest';
import type { Finding, Verdict } from '../../../../engine/model/finding.ts';
import type { Verification } from '../../../../engine/model/verification.ts';
import { failOnValues } from '../../../../src/cli/check/options.ts';
import { exitCodeOf, failing } from '../../../../src/cli/check/output/failures.ts';
import { exitCodes } from '../../../../src/cli/terminal/ending.ts';
import { failOnValues as verifyValues } from '../../../../src/cli/verify/options.ts';
import { exitCodeOf as exitCodeOfVerify } from '../../../../src/cli/verify/run.ts';
import { finding } from '../../../support/findings.ts';
import { readFile, resultOf } from './findings.ts';

const verdicts: Record<string, Verdict> = {
  'violated CONFIRMED': { assessed: true, label: 'CONFIRMED', outcome: 'violated' },
  'violated ESTIMATED': { assessed: true, label: 'ESTIMATED', outcome: 'violated' },
  'violated NOT FOUND': { assessed: true, label: 'NOT FOUND', outcome: 'violated' },
  'satisfied CONFIRMED': { assessed: true, label: 'CONFIRMED', outcome: 'satisfied' },
  'partly_satisfied ESTIMATED': { assessed: true, label: 'ESTIMATED', outcome: 'partly_satisfied' },
  'answered CONFIRMED': { assessed: true, label: 'CONFIRMED', outcome: 'answered' },
  'answered flagged': { assessed: true, label: 'CONFIRMED', outcome: 'answered' },
  'undetermined NOT FOUND': { assessed: true, label: 'NOT FOUND', outcome: 'undetermined' },
  'not assessed': { assessed: false, label: null, outcome: 'undetermined', notAssessedReason: 'canceled' },
};
const severities = ['critical', 'high', 'medium', 'low', undefined] as const;

/** Every verdict with every severity; each of them also accepted. */
const every = Object.entries(verdicts).flatMap(([name, verdict]) =>
  severities.flatMap((severity) =>
    [false, true].map((accepted, index): Finding => {
      const rule = { key: 'a1b2c3d4', index: 0, name: 'Notice', description: 'Notice is 30 days.' };
      return {
        ...finding({ rule: { ...rule, ...(severity && { severity }) }, verdict }),
        id: `${name} ${severity ?? 'none'}${index === 0 ? '' : ' accepted'}`,
        ...(name === 'answered flagged' && { flagged: true }),
        ...(accepted && { accepted: { reason: 'Known' } }),
      };
    }),
  ),
);

const answers = {
  violated: ['violated CONFIRMED', 'violated ESTIMATED', 'violated NOT FOUND'],
  'violated:confirmed': ['violated CONFIRMED'],
  'violated:estimated': ['violated ESTIMATED'],
  'not-found': ['violated NOT FOUND', 'undetermined NOT FOUND'],
  flagged: ['answered flagged'],
};
const leasts = {
  '': ['critical', 'high', 'medium', 'low', 'none'],
  ':critical': ['critical'],
  ':high': ['critical', 'high', 'none'],
  ':medium': ['critical', 'high', 'medium', 'none'],
  ':low': ['critical', 'high', 'medium', 'low', 'none'],
};
const documented = Object.entries(answers).flatMap(([answer, names]) =>
  Object.entries(leasts).map(([least, counted]) => ({
    value: `${answer}${least}`,
    found: names.flatMap((name) => counted.map((severity) => `${name} ${severity}`)),
  })),
);

it('--fail-on has exactly the documented values', () => {
  expect([...failOnValues].sort()).toEqual([...documented.map(({ value }) => value), 'incomplete'].sort());
});

it.each(documented)('--fail-on $value finds exactly the findings that it names', ({ value, found }) => {
  const failOn = failOnValues.filter((one) => one === value);
  const all = { ...resultOf([]), findings: every };
  expect(failing(all, failOn).map(({ id }) => id)).toEqual(found);
  for (const one of every) {
    const isFound = found.includes(one.id);
    const alone = { ...resultOf([]), findings: [one] };
    const code = one.assessed ? (isFound ? exitCodes.found : exitCodes.done) : exitCodes.nothingAssessed;
    expect(exitCodeOf(alone, failOn), one.id).toBe(code);
    expect(exitCodeOf({ ...alone, incomplete: true }, failOn), one.id).toBe(code);
  }
});

it('--fail-on incomplete finds an incomplete result, and several values find what any of them finds', () => {
  const met = { ...resultOf([]), findings: every.filter(({ id }) => id === 'satisfied CONFIRMED low') };
  expect(exitCodeOf(met, ['incomplete'])).toBe(exitCodes.done);
  expect(exitCodeOf({ ...met, incomplete: true }, ['violated', 'incomplete'])).toBe(exitCodes.found);
  expect(exitCodeOf({ ...met, incomplete: true }, [])).toBe(exitCodes.done);
  expect(exitCodeOf({ ...met, findings: [] }, ['incomplete'])).toBe(exitCodes.nothingAssessed);
});

const none = {
  ...{ exact: 0, typography: 0, wrong_page: 0, wrong_source: 0, altered: 0, not_found: 0, unreadable: 0 },
};
/** A verification of three citations. */
const verification = (counts: Partial<Verification['counts']>, failed = false): Verification => ({
  citations: Array.from({ length: 3 }, () => ({
    ...{ id: '1', given: { quote: 'a' }, verdict: 'exact', passes: true, detail: '', found: null, places: 1 },
  })),
  counts: { citations: 3, passed: 3, verdicts: { ...none, exact: 3 }, claimsThatDiffer: 0, ...counts },
  files: [failed ? { ...readFile, status: 'failed', reason: 'damaged', message: 'is damaged' } : readFile],
  warnings: [],
});

it('verify --fail-on finds exactly the citations that it names', () => {
  const names = ['wrong_page', 'wrong_source', 'altered', 'not_found', 'unreadable'] as const;
  expect(verifyValues).toEqual(['any', ...names, 'claim']);
  const cases = [
    ...names.map((name) => ({
      result: verification({ passed: 2, verdicts: { ...none, exact: 2, [name]: 1 } }),
      found: ['any', name],
    })),
    { result: verification({ passed: 2, claimsThatDiffer: 1 }), found: ['any', 'claim'] },
    { result: verification({ verdicts: { ...none, exact: 1, typography: 2 } }), found: [] },
  ];
  for (const { result, found } of cases)
    for (const value of verifyValues)
      expect(exitCodeOfVerify(result, 0, [value]), `${value} of ${found}`).toBe(
        found.includes(value) ? exitCodes.found : exitCodes.done,
      );
  for (const value of verifyValues)
    expect(exitCodeOfVerify(verification({}), 1, [value])).toBe(
      value === 'any' ? exitCodes.found : exitCodes.done,
    );
  expect(exitCodeOfVerify(verification({ passed: 0 }), 1, [])).toBe(exitCodes.done);
  expect(exitCodeOfVerify(verification({ passed: 0 }, true), 1, ['any'])).toBe(exitCodes.nothingAssessed);
});
