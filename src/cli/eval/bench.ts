import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closeLoading, supportedExtensions } from '../../../engine/index.ts';
import { benches, runBench } from '../../eval/bench/run-bench.ts';
import { filesBehind } from '../check/input-files.ts';
import { asOperator } from '../settings/settings.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { badInput } from '../terminal/failure.ts';
import { interruptible } from '../terminal/interruption.ts';
import { checkingFor } from './checking.ts';
import type { BenchOptions } from './options.ts';
import { ensureReportable, showReport } from './show.ts';

const defaultData = join('..', 'shared', 'eval');

/** `proviso eval bench`. If the data set is missing, says so and exits with 0. */
export function evalBench(name: string, options: BenchOptions): Promise<ExitCode> {
  return asOperator(async () => {
    const bench = benches.find((one) => one.name === name);
    if (!bench)
      throw badInput(
        `benchmark ${name} does not exist: use one of ${benches.map((one) => one.name).join(', ')}`,
      );
    const primary = options.primary ?? bench.primary;
    if (!bench.measures.some(({ id }) => id === primary))
      throw badInput(
        `--primary ${primary} is not a figure of ${name}: use one of ${bench.measures.map(({ id }) => id).join(', ')}`,
      );
    await ensureReportable(options);
    const data = resolve(options.data ?? defaultData);
    if (!existsSync(join(data, bench.needs))) {
      process.stderr.write(
        `proviso: SKIPPED ${name}: ${join(options.data ?? defaultData, bench.needs)} is not there; name the folder with --data\n`,
      );
      return exitCodes.done;
    }
    const { files: knowledge } = await filesBehind(options.knowledge ?? [], {
      supported: supportedExtensions,
      except: [],
      spool: async (named) => {
        throw badInput(`${named} is a stream: --knowledge accepts files only`);
      },
    });
    const { ports, checker, recorded } = await checkingFor(options, process.env);
    const report = await interruptible((signal) =>
      runBench(
        { ...bench, primary },
        {
          data,
          ports,
          checker,
          knowledge,
          limit: options.limit ?? Number.MAX_SAFE_INTEGER,
          signal,
        },
        {
          limits: {},
          now: () => new Date(),
          prices: options.prices,
          ...(recorded && { calls: recorded.tally }),
        },
      ),
    ).finally(closeLoading);
    return showReport(report, options);
  });
}
