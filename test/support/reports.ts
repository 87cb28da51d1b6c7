import type { Result } from '../../engine/model/result.ts';
import type { ReportParts } from '../../src/services/report/render-report.ts';
import { buildReport, type Report, type ReportContext } from '../../src/services/report/report.ts';

/** A report of a result as the command line builds it, with a fixed version and time. */
export function reportOn(result: Result, change: Partial<ReportContext> = {}): Report {
  return buildReport(result, {
    name: 'Agreement check',
    decision: [],
    settings: [{ name: 'Rules', value: 'rules.yaml' }],
    rules: result.findings.map(({ rule }) => rule),
    runs: [],
    filter: {},
    total: result.findings.length,
    version: '1.2.3',
    madeAt: new Date('2026-01-02T00:00:00.000Z'),
    linkFrom: (link) => link,
    ...change,
  });
}

/** All parts of a report as one text. */
export async function textOf(parts: ReportParts | Promise<ReportParts>): Promise<string> {
  return (await bytesOf(parts)).toString('utf8');
}

export async function bytesOf(parts: ReportParts | Promise<ReportParts>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of await parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
}
