import { figuresOf } from '../../src/eval/report/figures.ts';
import type { Report, ReportItem } from '../../src/eval/report/report.ts';
import type { Limits } from '../../src/eval/report/thresholds.ts';
import { costOf, createSpending, type Prices, settingsOf } from '../../src/eval/run/run-cases.ts';
import type { Bench, BenchContext, BenchItem } from './bench.ts';
import { contractNli } from './contract-nli.ts';
import { cuad } from './cuad.ts';
import { financeBench } from './finance-bench.ts';
import { injection } from './injection.ts';
import { quotes } from './quotes.ts';

export const benches: readonly Bench[] = [contractNli, cuad, financeBench, quotes, injection];

type BenchOptions = {
  limits: Limits;
  now: () => Date;
  prices?: Prices | undefined;
  /**
   * Returns how many questions to the model were replayed, recorded or missing so far. Absent if answers are not
   * recorded.
   */
  calls?: () => Report['calls'];
};

/** Runs a benchmark and returns its report, which contains no text of its data. */
export async function runBench(
  bench: Bench,
  context: Omit<BenchContext, 'onResult'>,
  options: BenchOptions,
): Promise<Report> {
  const startedAt = performance.now();
  const spending = createSpending();
  const items = (await bench.run({ ...context, onResult: spending.add })).map(reportItem);
  const spent = spending.spent();
  return {
    kind: 'proviso-eval',
    version: 1,
    suite: bench.name,
    at: options.now().toISOString(),
    settings: settingsOf({ repeat: 1 }, spent),
    primary: bench.primary,
    cases: { dev: new Set(items.map(({ cluster }) => cluster)).size, locked: 0 },
    figures: figuresOf(bench.measures, { items, locked: [] }, options.limits),
    confusion: confusionOf(items),
    reliability: [],
    unstable: null,
    usage: spent.usage,
    cost: costOf(spent.usage, options.prices),
    calls: options.calls?.() ?? null,
    latency: null,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    items,
    locked: [],
  };
}

function reportItem({ key, document, rule, expected, given, right, counts }: BenchItem): ReportItem {
  return {
    key,
    case: document,
    rule,
    cluster: document,
    repeat: 0,
    expected,
    given,
    grade: right ? 'right' : 'wrong',
    problems: right ? [] : [`${given} instead of ${expected}`],
    statement: '',
    quotes: [],
    counts,
  };
}

const mostKinds = 12;

/** The table of expected and given answers; null if it would have more than `mostKinds` rows or columns. */
function confusionOf(items: readonly ReportItem[]): Report['confusion'] {
  const rows = [...new Set(items.map(({ expected }) => expected))].sort();
  const columns = [...new Set(items.map(({ given }) => given))].sort();
  if (rows.length > mostKinds || columns.length > mostKinds) return null;
  const counts = rows.map((row) =>
    columns.map(
      (column) => items.filter(({ expected, given }) => expected === row && given === column).length,
    ),
  );
  return { rows, columns, counts };
}
