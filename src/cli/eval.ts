import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CompareOptions, compareFormats, type RunOptions } from './eval/options.ts';
import type { ExitCode } from './exit-codes.ts';
import { keepDocumentsHere } from './tracing.ts';

export function registerEval(program: Command, ends: (code: ExitCode) => void): void {
  const evaluation = program
    .command('eval')
    .summary('measure how good the answers are')
    .description('Measures answers against cases whose right answers are known, and compares two runs.');

  evaluation
    .command('run')
    .summary('run cases and score the answers')
    .description('Runs cases, scores the answers, and ends with 1 when a threshold is missed.')
    .argument('[cases...]', 'case files or folders of them (default: prompts/cases)')
    .option(
      '-t, --thresholds <file>',
      'what figures must reach (default: thresholds.yaml beside the cases folder)',
    )
    .option('--primary <figure>', 'the figure that comparisons are decided by')
    .option('--json <file>', 'write the whole report there')
    .option('--junit <file>', 'write it as JUnit XML')
    .option('--html <file>', 'write it as one HTML page')
    .option('--baseline <file>', 'an earlier --json: the page shows what differs')
    .option('--repeat <number>', 'run each case this often', parseRepeat, 1)
    .action(async (cases: string[], options: RunOptions) => {
      keepDocumentsHere(process.env);
      const { evalRun } = await import('./eval/run.ts');
      ends(await evalRun(cases, options));
    });

  evaluation
    .command('compare')
    .summary('say which of two runs is better')
    .description(
      "Pairs two runs by case and rule: better, worse, or can't tell. Ends with 1 when it is worse.",
    )
    .argument('<before>', 'what eval run --json wrote')
    .argument('<after>', 'the same of the run to judge')
    .addOption(new Option('-f, --format <format>', 'how to show it').choices(compareFormats).default('table'))
    .action(async (before: string, after: string, options: CompareOptions) => {
      const { evalCompare } = await import('./eval/compare.ts');
      ends(await evalCompare(before, after, options));
    });
}

function parseRepeat(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= 100) return count;
  throw new InvalidArgumentError(`"${value}" is not a whole number from 1 to 100.`);
}
