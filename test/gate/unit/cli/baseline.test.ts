import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import { applyBaselines, withAccepted } from '../../../../src/cli/check/baseline/accept.ts';
import { type Entry, readBaseline, writeBaseline } from '../../../../src/cli/check/baseline/file.ts';
import { exitCodeOf, failing } from '../../../../src/cli/check/output/failures.ts';
import { exitCodes } from '../../../../src/cli/terminal/ending.ts';
import { renderReport } from '../../../../src/services/report/render-report.ts';
import { reportOn, textOf } from '../../../support/reports.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { citation, confirmed, notFound, resultOf } from './findings.ts';

const today = '2026-06-15';
const violated: Finding = { ...confirmed(), ...{ assessed: true, label: 'CONFIRMED', outcome: 'violated' } };
const result = resultOf([violated]);
const none = { read: null, written: null };
const accepting = { reason: 'Agreed until renewal', until: '2026-12-31' };
const written = { path: 'accepted.yaml', text: null, entries: [], accepting };
const [entry] = applyBaselines(result, { ...none, written }, ['violated'], today).added as [Entry];

const folder = temporaryFolder('baseline');

it('an accepted finding keeps its answer and its counts, is marked, and does not fail the command', () => {
  const accepted = withAccepted(result, [entry], today);
  expect(accepted.findings[0]).toEqual({ ...violated, accepted: accepting });
  expect(accepted.counts).toEqual(result.counts);
  expect(accepted.warnings).toEqual([]);
  expect(exitCodeOf(result, ['violated'])).toBe(exitCodes.found);
  expect(exitCodeOf(accepted, ['violated', 'not-found'])).toBe(exitCodes.done);
});

it.each([
  ['has expired', result, { ...entry, until: '2026-06-14' }, 'accepted_expired'],
  [
    'is about other evidence',
    resultOf([{ ...violated, citations: [citation('Notice is 31 days.')] }]),
    entry,
    'accepted_finding_gone',
  ],
] as const)('an entry that %s hides nothing, and a warning names it', (_, checked, given, code) => {
  const found = withAccepted(checked, [given], today);
  expect(found.findings).toEqual(checked.findings);
  expect(found.warnings).toMatchObject([{ code, message: expect.stringContaining(entry.finding) }]);
  expect(exitCodeOf(found, ['violated'])).toBe(exitCodes.found);
});

it('an entry is valid on its last day', () => {
  const lastDay = withAccepted(result, [{ ...entry, until: today }], today);
  expect(lastDay.findings[0]?.accepted).toBeDefined();
});

it('a finding that was not assessed is never accepted', () => {
  const open = notFound();
  const added = applyBaselines(resultOf([open]), { ...none, written }, ['not-found'], today).added;
  const { assessed: _, label: _label, outcome: _outcome, ...rest } = open;
  const failed: Finding = {
    ...rest,
    ...{ assessed: false, label: null, outcome: 'undetermined', notAssessedReason: 'checker_failed' },
  };
  const found = withAccepted(resultOf([failed]), added, today);
  expect(found.findings[0]?.accepted).toBeUndefined();
  expect(found.warnings).toMatchObject([{ code: 'accepted_not_assessed' }]);
});

it('--write-baseline keeps the comments and the other entries of the file, which then accepts the finding', async () => {
  const path = join(folder, 'accepted.yaml');
  const other = `# Ours\naccepted:\n  - finding: ${'a'.repeat(32)} # old\n    rule: Other\n    reason: Known\n`;
  writeFileSync(path, other);
  const before = await readBaseline(path);
  const { added } = applyBaselines(
    result,
    { ...none, written: { ...before, accepting } },
    ['violated'],
    today,
  );
  await writeBaseline(before, added, new AbortController().signal);
  expect(readFileSync(path, 'utf8')).toContain(other);
  expect((await readBaseline(path)).entries).toEqual([...before.entries, entry]);
});

it('a wrong baseline file is an error with the line of each problem', async () => {
  const path = join(folder, 'wrong.yaml');
  writeFileSync(path, 'accepted:\n  - finding: abc\n    rule: R\n    reason: Known\n    note: x\n');
  await expect(readBaseline(path)).rejects.toThrow(
    /wrong\.yaml:2 .*fingerprint[\s\S]*wrong\.yaml:5 .*unknown key/,
  );
});

it.each(['md', 'html', 'csv', 'junit', 'sarif'] as const)(
  'a report as %s shows the acceptance',
  async (format) => {
    const text = await textOf(renderReport(reportOn(withAccepted(result, [entry], today)), format));
    expect(text).toContain('Agreed until renewal (until 2026-12-31)');
    if (format === 'junit') expect(text).toContain('failures="0"');
    if (format === 'sarif')
      expect(JSON.parse(text).runs[0].results[0].suppressions).toMatchObject([{ kind: 'external' }]);
  },
);

it('a threshold of --fail-on counts severities from it upwards, and a rule without severity as high', () => {
  const counts = (severity: 'critical' | 'low' | undefined) =>
    (['critical', 'high', 'low'] as const).map((least) => {
      const rule = { ...violated.rule, ...(severity && { severity }) };
      return failing(resultOf([{ ...violated, rule }]), [`violated:confirmed:${least}`]).length;
    });
  expect(counts('critical')).toEqual([1, 1, 1]);
  expect(counts(undefined)).toEqual([0, 1, 1]);
  expect(counts('low')).toEqual([0, 0, 1]);
});
