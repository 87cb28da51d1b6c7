import { beforeAll, describe, expect, it } from 'vitest';
import { closeLoading, createWordsChecker } from '../../../engine/index.ts';
import { inMemorySourceCache, openLocalFile } from '../../../engine/load/local-files.ts';
import type { Report } from '../../../src/eval/report/report.ts';
import type { Bench } from '../../../tools/benchmarks/bench.ts';
import { benches, runBench } from '../../../tools/benchmarks/run-benchmark.ts';
import { sharedPath } from '../../support/shared.ts';

const data = sharedPath('eval');

async function reportOf(bench: Bench, limit: number): Promise<Report> {
  const ports = {
    openSource: openLocalFile,
    sourceCache: inMemorySourceCache(),
    clock: { now: () => new Date() },
  };
  const context = {
    data: data ?? '',
    ports,
    checker: createWordsChecker(),
    knowledge: [],
    limit,
    signal: new AbortController().signal,
  };
  const options = { limits: {}, now: () => new Date() };
  return runBench(bench, context, options).finally(closeLoading);
}

describe('the benchmarks', () => {
  it('each declare one primary measure for the comparison of reports, and no measure twice', () => {
    const ids = benches.flatMap(({ measures: own }) => own.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { primary, measures: own } of benches) {
      expect(own.map(({ id }) => id)).toContain(primary);
    }
  });
});

/** The measure in each data set for the share of CONFIRMED answers that are correct. */
const confirmedMeasures = ['nliConfirmed', 'cuadConfirmed'];

describe.skipIf(data === null)('a benchmark on some documents of each data set, without a model,', () => {
  // FinanceBench is run manually, because reading its filings takes longer than all tests of this folder.
  const reports = new Map<string, Report>();
  const figure = (suite: string, id: string): number =>
    reports.get(suite)?.figures.find((one) => one.id === id)?.value ?? Number.NaN;

  beforeAll(async () => {
    for (const bench of benches.filter(({ name }) => name !== 'financebench'))
      reports.set(bench.name, await reportOf(bench, 3));
  });

  it('accepts no falsified quote and nearly every true one', () => {
    expect(figure('quotes', 'quotesRefused')).toBe(1);
    expect(figure('quotes', 'quotesFound')).toBeGreaterThan(0.99);
  });

  it('is better than chance at the task of each data set', () => {
    expect(figure('contractnli', 'nliEvidence@5')).toBeGreaterThan(0.6);
    expect(figure('cuad', 'cuadPassage@5')).toBeGreaterThan(0.45);
  });

  it('is correct in at least 90 % of the CONFIRMED answers', () => {
    const asked = benches.filter(({ measures: own }) => own.some(({ id }) => confirmedMeasures.includes(id)));
    const confirmed = asked.flatMap(({ name }) => {
      const { items, figures } = reports.get(name) ?? { items: [], figures: [] };
      const count = items.filter(({ given }) => given.startsWith('CONFIRMED')).length;
      const shares = figures.filter(({ id }) => confirmedMeasures.includes(id));
      // A report has no measure of CONFIRMED answers only if none of its answers is CONFIRMED.
      expect(shares.length > 0 || count === 0).toBe(true);
      return shares.map(({ value }) => value);
    });
    expect(asked.length).toBe(2);
    for (const value of confirmed) expect(value).toBeGreaterThanOrEqual(0.9);
  });

  it('stores no text of the data set in its reports', () => {
    for (const report of reports.values()) {
      expect(report.items.length).toBeGreaterThan(0);
      for (const { statement, quotes } of report.items)
        expect({ statement, quotes }).toEqual({ statement: '', quotes: [] });
    }
  });
});
