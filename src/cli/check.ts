import { type Command, Option } from 'commander';
import { outcomeSchema } from '../../engine/model/finding.ts';
import { labelFilters } from '../services/report/finding-filter.ts';
import {
  bundleEnding,
  type CheckOptions,
  failOnValues,
  failOnWords,
  formatOfEnding,
  formats,
  scopes,
} from './check/options.ts';
import { type ExitCode, interruptible } from './terminal/ending.ts';
import { endingWords } from './terminal/output.ts';
import {
  baseUrl,
  budgetTokens,
  checkingModel,
  embeddingModel,
  formatOption,
  keepAnswers,
  noColor,
  parseChoices,
} from './terminal/parse-options.ts';

type GivenOptions = Omit<CheckOptions, 'knowledge' | 'failOn' | 'alsoOut'> & Partial<CheckOptions>;

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
    .addOption(formatOption('how to show the result', formats, 'table'))
    .option(
      '-o, --out <file>',
      `write to this file (${endingWords(formatOfEnding, ', ')}, ${bundleEnding}) instead of standard output`,
    )
    .option(
      '--also-out <file>',
      'write the report to this file too, in the format of its extension; repeat for more files',
      collect,
    )
    .option('-q, --quiet', 'show only what --fail-on found, and errors: no table, no warnings, no progress')
    .option('--annotations', 'write annotations of GitHub Actions (workflow commands) to standard error')
    .option('--with-sources', `put the checked files into the bundle (--out name${bundleEnding})`)
    .addOption(
      new Option('--only-outcome <outcome>', 'report only the findings with this outcome').choices(
        outcomeSchema.options,
      ),
    )
    .addOption(
      new Option('--only-label <label>', 'report only the findings with this label').choices(labelFilters),
    )
    .option('--only-rule <rule>', 'report only the findings of this rule, by its name, number or key')
    .option('--only-file <file>', 'report only the findings about this file, by its name or path')
    .option('--only-text <words>', 'report only the findings that contain all of these words')
    .option(
      '--fail-on <what>',
      `exit with 1 on any of these, separated by commas: ${failOnWords}`,
      parseChoices(failOnValues, failOnWords),
    )
    .option('--baseline <file>', 'a file of accepted findings, which --fail-on does not count')
    .option('--write-baseline <file>', 'accept the findings that --fail-on fails on: add them to this file')
    .option('--reason <text>', 'why the findings are accepted (with --write-baseline)')
    .option('--until <date>', 'the last day on which they are accepted (with --write-baseline)')
    .option(...checkingModel)
    .option(...baseUrl)
    .option(...embeddingModel)
    .option('--prompt-version <versions>', 'versions of prompts, such as rule-check@2')
    .addOption(budgetTokens('for the model (RUN_BUDGET_TOKENS)'))
    .option(...keepAnswers)
    .option('--estimate', 'estimate the calls to the model without sending anything')
    .option(...noColor)
    .addHelpText('after', afterHelp)
    .action(async (files: string[], options: GivenOptions) => {
      const given = {
        ...options,
        knowledge: options.knowledge ?? [],
        failOn: options.failOn ?? [],
        alsoOut: options.alsoOut ?? [],
      };
      ends(
        await interruptible(async (signal) => {
          await startReader(files);
          const { check } = await import('./check/run.ts');
          signal.throwIfAborted();
          return check(files, given, signal);
        }),
      );
    });
}

/** Starts a reader process before the code of the check is imported, so that both get ready at the same time. */
async function startReader(files: readonly string[]): Promise<void> {
  if (!files.some((name) => /\.pdf$/i.test(name))) return;
  const [{ sharedReaders }, { defaultLimits }] = await Promise.all([
    import('../../engine/load/sandbox/reader.ts'),
    import('../../engine/job.ts'),
  ]);
  sharedReaders(defaultLimits.fileMemoryBytes).prepare('pdf');
}

/** Collects the values of an option that can be repeated. */
export function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

const afterHelp = `
The rules file is a list, or an object with "rules" and, if wanted, "outputFormat":
  - name: Notice period
    description: The customer may end the agreement with a notice of at most 30 days.
    ifAbsent: violated          # optional: what it means when nothing is found

Examples:
  proviso check contract.pdf --rules rules.yml
  proviso check contracts/ --rules rules.yml --scope each --out report.md
  proviso check contracts/ --rules rules.yml --only-outcome violated --out violations.pdf
  proviso check contract.pdf --rules rules.yml --out run.proviso.zip   # signed; see proviso verify
  proviso check contract.pdf --rules rules.yml --knowledge policy.pdf --format json | jq .counts
  proviso check contract.pdf --rules rules.yml --fail-on violated:high --baseline accepted.yaml
  proviso check contract.pdf --rules rules.yml --fail-on violated --write-baseline accepted.yaml --reason "agreed until renewal" --until 2027-12-31
  proviso check contracts/ --rules rules.yml --quiet --fail-on violated:confirmed --out proviso.sarif --also-out junit.xml

With --fail-on, a rule without a severity counts as high.

Exit codes: 0 done, 1 --fail-on found one, 2 bad input, 3 nothing could be assessed,
            70 a bug in proviso, 130 interrupted
`;
