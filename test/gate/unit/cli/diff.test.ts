import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import { diffOf } from '../../../../src/cli/diff/compare.ts';
import { diffText, readResult } from '../../../../src/cli/diff/run.ts';
import { renderReport } from '../../../../src/services/report/render-report.ts';
import { reportOn, textOf } from '../../../support/reports.ts';
import { citation, confirmed, estimated, notFound, resultOf } from './findings.ts';

const met = confirmed();
const broken: Finding = { ...confirmed(), ...{ assessed: true, label: 'CONFIRMED', outcome: 'violated' } };
const other: Finding = { ...met, id: 'b', rule: { ...met.rule, key: 'b', index: 1, name: 'Other' } };
const diff = (before: Finding[], after: Finding[]) => diffOf(resultOf(before), resultOf(after));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-diff-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names every kind of difference, and only differences', () => {
  expect(diff([met], [met])).toMatchObject({ differences: [], counts: { unchanged: 1, worse: 0 } });
  const kinds = (before: Finding[], after: Finding[]) =>
    diff(before, after).differences.map((one) => one.changes);
  expect(kinds([met], [met, other])).toEqual([['new']]);
  expect(kinds([met, other], [met])).toEqual([['gone']]);
  expect(kinds([met], [broken])).toEqual([['outcome_changed']]);
  expect(kinds([estimated()], [notFound()])).toEqual([
    ['label_changed', 'outcome_changed', 'evidence_changed'],
  ]);
  expect(kinds([met], [{ ...met, citations: [citation('Other words.')] }])).toEqual([['evidence_changed']]);
  expect(diffText(diff([met], [broken]))).toContain(
    '! worse: Notice period\n    other outcome: satisfied, CONFIRMED → violated',
  );
});

it('a finding is worse if it is now violated or its label is lower, unless it is accepted', () => {
  const worse = (before: Finding[], after: Finding[]) => diff(before, after).counts.worse;
  expect(worse([met], [broken])).toBe(1);
  expect(worse([], [broken])).toBe(1);
  expect(worse([broken], [broken])).toBe(0);
  expect(worse([broken], [met])).toBe(0);
  expect(worse([estimated()], [notFound()])).toBe(1);
  expect(worse([notFound()], [estimated()])).toBe(0);
  expect(worse([met], [{ ...broken, accepted: { reason: 'Known' } }])).toBe(0);
});

it('reads the JSON of a report, and refuses a filtered one, a large one and other files with the place', async () => {
  const file = async (content: string) => {
    const path = join(folder, 'result.json');
    writeFileSync(path, content);
    return readResult(path, 100_000);
  };
  const report = reportOn(resultOf([met]));
  expect((await file(await textOf(renderReport(report, 'json')))).findings).toEqual([met]);
  const filtered = reportOn(resultOf([met]), { filter: { outcome: 'satisfied' } });
  await expect(file(await textOf(renderReport(filtered, 'json')))).rejects.toThrow(
    /filter selected \(outcome\)/,
  );
  await expect(file(JSON.stringify({ ...resultOf([met]), findings: [{}] }))).rejects.toThrow(
    /\$\.findings\[0\]/,
  );
  await expect(file('{')).rejects.toThrow(/is not valid JSON/);
  await expect(file(' '.repeat(100_001))).rejects.toThrow(/larger than 100,000 bytes: raise --max-bytes/);
});
