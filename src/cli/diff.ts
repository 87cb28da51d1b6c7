import { type Command, Option } from 'commander';
import {
  type DiffOptions,
  defaultMaxBytes,
  diffFormats,
  failOnValues,
  greatestMaxBytes,
} from './diff/options.ts';
import type { ExitCode } from './terminal/ending.ts';
import { parseWholeNumber } from './terminal/parse-options.ts';

export function registerDiff(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('diff')
    .summary('compare two results of proviso check')
    .description(
      'Compares the findings of two results of proviso check --format json, for each rule and file: new, gone, or with another outcome, label, evidence or method.',
    )
    .argument('<before>', 'the earlier result, as JSON')
    .argument('<after>', 'the later result, as JSON')
    .addOption(
      new Option('-f, --format <format>', 'how to show the differences').choices(diffFormats).default('text'),
    )
    .addOption(
      new Option(
        '--fail-on <what>',
        'exit with 1 if a finding is worse: it is now violated, or its label is lower than before',
      ).choices(failOnValues),
    )
    .option(
      '--max-bytes <n>',
      'the maximum bytes of each result',
      parseWholeNumber(1, greatestMaxBytes),
      defaultMaxBytes,
    )
    .addHelpText('after', afterHelp)
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { diff } = await import('./diff/run.ts');
      ends(await diff(before, after, options));
    });
}

const afterHelp = `
Labels, from high to low: CONFIRMED, ESTIMATED, NOT FOUND, not assessed. Accepted findings of the later result (see
proviso check --baseline) are never worse.

Examples:
  proviso check contract.pdf --rules rules.yml --out before.json
  proviso diff before.json after.json --fail-on worse

Exit codes: 0 done, 1 --fail-on found one, 2 bad input, 70 a bug in proviso, 130 interrupted
`;
