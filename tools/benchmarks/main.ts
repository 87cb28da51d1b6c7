/** `npm run benchmarks`: runs public benchmarks whose data you have, and compares two of their reports. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Command } from 'commander';
import { closeLoading } from '../../engine/index.ts';
import { checkingFor } from '../../src/cli/eval/checking.ts';
import type { CheckingOptions, ReportOptions } from '../../src/cli/eval/options.ts';
import { ensureReportable, readReport, showReport } from '../../src/cli/eval/show.ts';
import { checkerOptions, reportOptions } from '../../src/cli/eval.ts';
import { parseWholeNumber } from '../../src/cli/terminal/parse-options.ts';
import { compareReports } from '../../src/eval/compare/compare.ts';
import { comparisonText } from '../../src/eval/compare/say.ts';
import { benches, runBench } from './run-benchmark.ts';

const defaultData = join('..', 'shared', 'eval');

type Options = ReportOptions &
  CheckingOptions & { data: string; knowledge: string[]; primary?: string; limit: number };

const program = new Command('benchmarks');
const run = program
  .command('run')
  .argument('<name>', `the benchmark: ${benches.map(({ name }) => name).join(', ')}`)
  .option('-d, --data <folder>', 'where the data sets are', defaultData)
  .option('-k, --knowledge <files...>', 'knowledge files that explain words of the data', [])
  .option('--primary <figure>', 'the figure by which runs are compared')
  .option(
    '--limit <number>',
    'run this many documents at most',
    parseWholeNumber(1),
    Number.MAX_SAFE_INTEGER,
  );
checkerOptions(reportOptions(run), false).action(async (name: string, options: Options) => {
  const bench = benches.find((one) => one.name === name);
  if (!bench) return program.error(`benchmark ${name} does not exist`);
  await ensureReportable(options);
  const data = resolve(options.data);
  if (!existsSync(join(data, bench.needs))) {
    process.stderr.write(`SKIPPED ${name}: ${join(options.data, bench.needs)} is not there\n`);
    return;
  }
  const { ports, checker, recorded } = await checkingFor(options, process.env);
  const knowledge = options.knowledge.map((path) => ({ name: basename(path), ref: path, linkBase: path }));
  const signal = new AbortController().signal;
  const context = { data, ports, checker, knowledge, limit: options.limit, signal };
  const { primary = bench.primary } = options;
  const report = await runBench({ ...bench, primary }, context, {
    limits: {},
    now: () => new Date(),
    prices: options.prices,
    ...(recorded && { calls: recorded.tally }),
  }).finally(closeLoading);
  process.exitCode = await showReport(report, options);
});

program
  .command('compare')
  .argument('<before>', 'the --json report of the first run')
  .argument('<after>', 'the --json report of the second run')
  .action(async (before: string, after: string) => {
    const measures = benches.flatMap((bench) => bench.measures);
    const comparison = compareReports(await readReport(before), await readReport(after), measures);
    process.stdout.write(comparisonText(comparison));
    process.exitCode = comparison.verdict === 'worse' ? 1 : 0;
  });

await program.parseAsync();
