import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CheckOptions, type FailOn, failOnValues, formats, scopes } from './check/options.ts';
import type { ExitCode } from './terminal/exit-codes.ts';

type GivenOptions = Omit<CheckOptions, 'knowledge' | 'failOn'> & Partial<CheckOptions>;

export function registerCheck(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('check')
    .summary('check files against rules')
    .description('Checks files against rules and shows the page and the words behind every finding.')
    .argument('<files...>', 'files or folders to check; - reads text from standard input')
    .requiredOption('-r, --rules <file>', 'the rules, as YAML or JSON')
    .option(
      '-k, --knowledge <file>',
      'a knowledge file, such as a policy or a glossary; repeat for more files',
      collect,
    )
    .addOption(
      new Option('-s, --scope <scope>', 'check all files together as one subject, or each on its own')
        .choices(scopes)
        .default('together'),
    )
    .addOption(
      new Option(
        '-f, --format <format>',
        'how to show the result (default: by the extension of --out, or table without it)',
      ).choices(formats),
    )
    .option('-o, --out <file>', 'write to this file (.txt, .json, .md) instead of standard output')
    .option('--fail-on <what>', `exit with 1 on any of ${failOnValues.join(',')}`, parseFailOn)
    .option('-m, --model <name>', 'check with this language model; without one, words are compared (MODEL)')
    .option('--base-url <url>', 'an OpenAI-compatible server (OPENAI_BASE_URL); the key is OPENAI_API_KEY')
    .option(
      '--embedding-model <name>',
      'search passages also by meaning, with this embedding model (EMBEDDING_MODEL)',
    )
    .option('--prompt-version <versions>', 'versions of prompts, such as rule-check@2')
    .option('--budget-tokens <number>', 'maximum tokens for the model (RUN_BUDGET_TOKENS)', parseCount)
    .option('--keep-answers <folder>', "store the model's answers in this folder and reuse them")
    .option('--estimate', 'estimate the calls to the model without sending anything')
    .option('--no-color', 'no colour (NO_COLOR and FORCE_COLOR are honoured too)')
    .addHelpText('after', afterHelp)
    .action(async (files: string[], options: GivenOptions) => {
      const { check } = await import('./check/run.ts');
      ends(
        await check(files, { ...options, knowledge: options.knowledge ?? [], failOn: options.failOn ?? [] }),
      );
    });
}

/** Collects the values of an option that can be repeated. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

function parseCount(value: string): number {
  const count = Number(value.replaceAll('_', ''));
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new InvalidArgumentError(`"${value}" is not a whole number above 0.`);
}

function parseFailOn(value: string, earlier: FailOn[] = []): FailOn[] {
  const given = value.split(',').map((part) => part.trim());
  const known = given.map((part) => failOnValues.find((allowed) => allowed === part));
  const wrong = given.filter((_, index) => known[index] === undefined);
  if (wrong.length > 0) {
    throw new InvalidArgumentError(`"${wrong.join('", "')}" is not one of ${failOnValues.join(', ')}.`);
  }
  return [...earlier, ...known.filter((part) => part !== undefined)];
}

const afterHelp = `
The rules file is a list, or an object with "rules" and, if wanted, "outputFormat":
  - name: Notice period
    description: The customer may end the agreement with a notice of at most 30 days.
    ifAbsent: violated          # optional: what it means when nothing is found

Examples:
  proviso check contract.pdf --rules rules.yml
  proviso check contracts/ --rules rules.yml --scope each --out report.md
  proviso check contract.pdf --rules rules.yml --knowledge policy.pdf --format json | jq .counts

Exit codes: 0 done, 1 --fail-on found one, 2 bad input, 3 nothing could be assessed,
            70 a bug in proviso, 130 interrupted
`;
