import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type CertifyOptions,
  type CompareOptions,
  compareFormats,
  type NewOptions,
  type RunOptions,
} from './eval/options.ts';
import type { ExitCode } from './terminal/ending.ts';
import { baseUrl, budgetTokens, embeddingModel, parseWholeNumber } from './terminal/parse-options.ts';

export function registerEval(program: Command, ends: (code: ExitCode) => void): void {
  const evaluation = program
    .command('eval')
    .summary('measure how good the answers are')
    .description('Measures answers against cases whose right answers are known, and compares two runs.');

  const run = evaluation
    .command('run', { isDefault: true })
    .summary('run cases and score the answers')
    .description('Runs cases, scores the answers, and exits with 1 if a threshold is missed.')
    .argument('[cases...]', 'case files, or folders of case files (default: prompts/cases)')
    .option(
      '-t, --thresholds <file>',
      'thresholds for the figures (default: thresholds.yaml beside the cases folder)',
    )
    .option('--primary <figure>', 'the figure by which runs are compared');
  reportOptions(run)
    .option('--server <url>', 'run the cases in this running service')
    .option('--token <token>', 'the API token for --server (PROVISO_TOKEN)')
    .option('--repeat <number>', 'run each case this many times', parseWholeNumber(1, 100), 1);
  checkerOptions(run, true).action(async (cases: string[], options: RunOptions) => {
    const { evalRun } = await import('./eval/run.ts');
    ends(await evalRun(cases, options));
  });

  evaluation
    .command('compare')
    .summary('compare two runs')
    .description(
      'Compares two runs by case and rule: is the second better or worse? Exits with 1 if it is worse.',
    )
    .argument('<before>', 'the --json report of the first run')
    .argument('<after>', 'the --json report of the second run')
    .addOption(
      new Option('-f, --format <format>', 'the output format').choices(compareFormats).default('table'),
    )
    .action(async (before: string, after: string, options: CompareOptions) => {
      const { evalCompare } = await import('./eval/show.ts');
      ends(await evalCompare(before, after, options));
    });

  evaluation
    .command('new')
    .summary('draft a case from a finished run')
    .description(
      'Drafts a case from a run and its reviews. Answers without a review are left open for a person to fill in.',
    )
    .argument('<result>', 'the output of check --format json, or a project from the API')
    .argument('<files...>', 'the files of the run')
    .option('-o, --out <file>', 'write the case to this file instead of standard output')
    .option('--name <name>', 'the name of the case')
    .option('--blind', "leave out the machine's answers to rules that have no review")
    .action(async (result: string, files: string[], options: NewOptions) => {
      const { evalNew } = await import('./eval/new.ts');
      ends(await evalNew(result, files, options));
    });

  registerCertify(evaluation, ends);
}

/** Adds the options that name the files to which a report is written. */
export function reportOptions(command: Command): Command {
  return command
    .option('--json <file>', 'write the whole report to this file')
    .option('--junit <file>', 'write the report as JUnit XML')
    .option('--html <file>', 'write the report as one HTML page')
    .option('--baseline <file>', 'an earlier --json report; the HTML page shows the differences from it');
}

function registerCertify(evaluation: Command, ends: (code: ExitCode) => void): void {
  const certify = evaluation
    .command('certify')
    .summary('measure how often CONFIRMED is right, and record it')
    .description(
      'Counts the CONFIRMED answers that are right, and writes the certificate that CERTIFICATE_FILE names: with --data the answers to your cases, with --model the answers of that model in the exam.',
    )
    .option('-d, --data <folder>', 'a folder of your cases')
    .option('-o, --out <file>', 'add the certificate to this file (default: certificate.json)')
    .option('--language <code>', 'the language of the documents, such as de', 'en')
    .option('--documents <words>', 'with --data: the kinds of documents in the cases, such as "leases"')
    .option(
      '--limit <number>',
      'with --model: the number of documents of the exam (default: 400, at most 1,000)',
      parseWholeNumber(1, 1_000),
    );
  checkerOptions(certify, false).action(async (options: CertifyOptions) => {
    const { evalCertify } = await import('./eval/certify.ts');
    ends(await evalCertify(options));
  });
}

/**
 * Adds the options that select a model. With `often` the options for the model, the prompts and the embedding share can
 * be repeated, and every combination of their values is run.
 */
export function checkerOptions(command: Command, often: boolean): Command {
  const taken = (read: (text: string) => unknown) => (text: string, earlier: unknown) => {
    if (!often) return read(text);
    return Array.isArray(earlier) ? [...earlier, read(text)] : [read(text)];
  };
  const asGiven = (text: string): string => text;
  const more = often ? '; repeat for more' : '';
  return command
    .option(
      '-m, --model <name>',
      `check with this language model; without one, words are compared (MODEL)${more}`,
      taken(asGiven),
    )
    .option(...baseUrl)
    .option(...embeddingModel)
    .option(
      '--embedding-share <number>',
      `the weight of meaning against words in searches, 0 to 1 (EMBEDDING_SHARE)${more}`,
      taken(parseShare),
    )
    .option('--prompt-version <versions>', `versions of prompts, such as rule-check@2${more}`, taken(asGiven))
    .addOption(budgetTokens('per case'))
    .option('--prices <input,output>', 'prices per million tokens, to show the cost of the run', parsePrices)
    .option('--answers <folder>', 'use the answers recorded in this folder and send nothing')
    .option('--live', 'with --answers: send requests that have no recorded answer, and record the answers');
}

function parsePrices(value: string): { input: number; output: number } {
  const [input = Number.NaN, output = Number.NaN, ...others] = value.split(',').map(Number);
  if (input >= 0 && output >= 0 && others.length === 0) return { input, output };
  throw new InvalidArgumentError(`"${value}" is not two prices such as 2.5,10.`);
}

function parseShare(value: string): number {
  const share = value.trim() === '' ? Number.NaN : Number(value);
  if (share >= 0 && share <= 1) return share;
  throw new InvalidArgumentError(`"${value}" is not a number from 0 to 1.`);
}
