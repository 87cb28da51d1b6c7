import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sarifSchema from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import papa from 'papaparse';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../../engine/model/finding.ts';
import { lintText } from '../../../src/cli/rules/lint/lint-file.ts';
import { renderLint } from '../../../src/cli/rules/lint/render.ts';
import { csvReport } from '../../../src/services/report/formats/csv.ts';
import { junitReport } from '../../../src/services/report/formats/junit.ts';
import { sarifReport } from '../../../src/services/report/formats/sarif.ts';
import { confirmed, estimated, notFound, resultOf } from '../../gate/unit/cli/findings.ts';
import { reportOn, textOf } from '../../support/reports.ts';
import { makeFolder } from '../support/folder.ts';
import { hostileReport, hostileTexts } from '../support/hostile-report.ts';
import { saveAs } from '../support/office.ts';
import { areHere, run } from '../support/programs.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const review = {
  label: 'CONFIRMED',
  outcome: 'satisfied',
  reason: 'Signed copy',
  by: 'Ada',
  at: '2026-01-01T10:00:00.000Z',
} as const;
const violated: Finding = {
  ...estimated({ review }),
  assessed: true,
  label: 'ESTIMATED',
  outcome: 'violated',
};
const reviewed = reportOn(resultOf([confirmed(), violated, estimated(), notFound()]));

describe('a report as CSV', () => {
  it('has a row of the same width for each finding, as RFC 4180 says, and no cell that is a formula', async () => {
    const text = await textOf(csvReport(hostileReport()));
    expect(text.endsWith('\r\n')).toBe(true);
    const { data, errors } = papa.parse<string[]>(text.trimEnd(), { newline: '\r\n' });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(hostileTexts.length + 1);
    expect(new Set(data.map((row) => row.length)).size).toBe(1);
    const cells = data.flat();
    expect(cells.filter((cell) => /^\s*[=+\-@＝]/.test(cell))).toEqual([]);
    expect(cells).toContain("'@SUM(1+1)");
  });

  it.skipIf(!areHere('soffice'))('is opened by LibreOffice without a calculated cell', async () => {
    folder.write('report.csv', await textOf(csvReport(hostileReport())));
    const [saved = ''] = await saveAs(folder, 'fods', [folder.path('report.csv')]);
    const sheet = readFileSync(saved, 'utf8');
    expect(sheet).toContain('@SUM(1+1)');
    expect(sheet).not.toContain('table:formula');
  });
});

describe('a report as SARIF', () => {
  type Schema = (log: unknown) => boolean;
  let matches: Schema & { errors?: unknown };
  beforeAll(() => {
    // The schema is written in draft 4 of JSON Schema, which the ajv that it comes with reads.
    const own = createRequire(createRequire(import.meta.url).resolve('@microsoft/jest-sarif'));
    const ajv = new (own('ajv'))({ schemaId: 'auto', validateSchema: false });
    ajv.addMetaSchema(own('ajv/lib/refs/json-schema-draft-04.json'));
    matches = ajv.compile(sarifSchema);
  });

  it.each([
    ['of hostile texts', hostileReport()],
    ['with a review', reviewed],
    ['without findings', reportOn(resultOf([]))],
  ])('%s matches the published schema of SARIF 2.1.0', (_, report) => {
    const log = JSON.parse(sarifReport(report));
    expect(matches(log), JSON.stringify(matches.errors)).toBe(true);
    expect(matches({ ...log, runs: [{ ...log.runs[0], results: [{ level: 'bad' }] }] })).toBe(false);
  });

  it('of problems of rules matches the published schema too, with every place of a problem', async () => {
    const text =
      'rules:\n  - name: "Locks <1>"\n    description: "The \\"Supplier\\" shall lock the doors as soon\\n      as possible."\n';
    const linting = { knowledge: [], maxRules: 100, signal: new AbortController().signal };
    const samples = 'samples/rule-sets/saas-contract.yaml';
    const files = [
      await lintText(text, 'rules & more/größe.yaml', linting),
      await lintText(readFileSync(samples, 'utf8'), samples, linting),
    ];
    expect(files[0]?.problems.length).toBeGreaterThan(0);
    const log = JSON.parse(renderLint(files, 'sarif', { width: 80, color: false }));
    expect(matches(log), JSON.stringify(matches.errors)).toBe(true);
  });

  it('calls no estimate a pass or an error, and suppresses a violation that a reviewer does not see', () => {
    const [{ results, tool }] = JSON.parse(sarifReport(reviewed)).runs;
    expect(tool.driver).toMatchObject({ name: 'Proviso', semanticVersion: '1.2.3' });
    expect(results.map(({ kind, level }: { kind: string; level: string }) => `${kind} ${level}`)).toEqual([
      ...['fail warning', 'open none', 'pass none', 'fail warning'],
    ]);
    expect(results[3].suppressions).toMatchObject([
      { justification: expect.stringContaining('Signed copy') },
    ]);
    expect(results[0].suppressions).toBeUndefined();
  });
});

describe('a report as JUnit XML', () => {
  it('is well-formed, with the counts of its test cases, whatever the documents say', async () => {
    const { texts, counts, stated } = casesIn(await textOf(junitReport(hostileReport())));
    expect(counts.testcase).toBe(hostileTexts.length + 1);
    expect(stated).toMatchObject({ tests: counts.testcase, errors: counts.error, failures: counts.failure });
    expect(counts.error).toBe(1);
    expect(texts).toContain('<script>alert(1)</script>');
  });

  it('passes only CONFIRMED answers, and counts the answer of a reviewer', async () => {
    const { counts } = casesIn(await textOf(junitReport(reviewed)));
    // Passed: the confirmed answer and the one that the reviewer corrected. Failed: the rule that is met in part.
    expect(counts).toMatchObject({ testcase: 4, failure: 1, skipped: 1, error: 0 });
  });

  it.skipIf(!areHere('xmllint'))('is read by xmllint', async () => {
    folder.write('report.xml', await textOf(junitReport(hostileReport())));
    const count = await run('xmllint', ['--xpath', 'count(//testcase)', folder.path('report.xml')]);
    expect(Number(count)).toBe(hostileTexts.length + 1);
  });
});

/** The numbers of elements in a JUnit report, the counts that it states, and its text with its attributes. */
function casesIn(xml: string) {
  const counts = { testcase: 0, failure: 0, skipped: 0, error: 0 };
  const stated: Record<string, number> = {};
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (text) => texts.push(text));
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testcase' || name === 'failure' || name === 'skipped' || name === 'error')
      counts[name] += 1;
    texts.push(...Object.values(attributes));
    if (name !== 'testsuites') return;
    for (const [what, count] of Object.entries(attributes)) stated[what] = Number(count);
  });
  parser.write(xml).close();
  return { counts, stated, texts: texts.join('\n') };
}
