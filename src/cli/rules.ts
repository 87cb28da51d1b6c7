import { type Command, Option } from 'commander';
import {
  failOnSeverities,
  fromFormats,
  lintFormats,
  type RulesFromOptions,
  type RulesLintOptions,
} from './rules/options.ts';
import type { RulesTestOptions } from './rules/test/run.ts';
import type { ExitCode } from './terminal/ending.ts';
import { baseUrl, checkingModel, formatOption, noColor, parseWholeNumber } from './terminal/parse-options.ts';

export function registerRules(program: Command, ends: (code: ExitCode) => void): void {
  const rules = program.command('rules').description('Makes, checks and tests rules files.');
  registerFrom(rules, ends);
  registerTest(rules, ends);
  registerInit(rules);
  registerLint(rules, ends);
}

function registerFrom(rules: Command, ends: (code: ExitCode) => void): void {
  rules
    .command('from')
    .summary('make rules from a policy, a standard or a contract')
    .description(
      'Finds every sentence that obliges, forbids or limits. Each becomes a rule with its clause, page and exact words, or is listed as left out with the reason.',
    )
    .argument('<files...>', 'files or folders, or - for standard input')
    .addOption(formatOption('how to write the rules', fromFormats, 'yaml'))
    .option('-o, --out <file>', 'write to this file (.yaml, .json, .csv, .txt) instead of standard output')
    .option(
      '-s, --since <file>',
      'compare with an earlier version: the rules file made from it, which keeps its ids and what you added, or the document itself',
    )
    .option('--max-sentences <n>', 'the maximum number of normative sentences', parseWholeNumber(1))
    .option(...noColor)
    .addHelpText('after', fromHelp)
    .action(async (files: string[], options: RulesFromOptions) => {
      const { rulesFromFiles } = await import('./rules/from/run.ts');
      ends(await rulesFromFiles(files, options));
    });
}

function registerTest(rules: Command, ends: (code: ExitCode) => void): void {
  rules
    .command('test')
    .summary('check the rules against their own examples')
    .description(
      'Checks each rule against its examples, each as a document of its own, and shows the answers that are not right.',
    )
    .argument('<file>', 'the rules, as YAML or JSON')
    .addOption(
      new Option('-f, --format <format>', 'how to show the result')
        .choices(['table', 'json'])
        .default('table'),
    )
    .option(...checkingModel)
    .option(...baseUrl)
    .option('--prompt-version <versions>', 'versions of prompts, such as rule-check@2')
    .option(...noColor)
    .addHelpText('after', testHelp)
    .action(async (file: string, options: RulesTestOptions) => {
      const { testRules } = await import('./rules/test/run.ts');
      ends(await testRules(file, options));
    });
}

function registerInit(rules: Command): void {
  rules
    .command('init')
    .summary('write a starter rule set to edit')
    .description('Writes a starter rule set to a new file. Without a name, lists the starter rule sets.')
    .argument('[name]', 'the name of the starter rule set, such as nda')
    .option('-o, --out <file>', 'write to this file (default: the name with .yaml)')
    .action(async (name: string | undefined, options: { out?: string }) => {
      const { initRules } = await import('./rules/init.ts');
      await initRules(name, options);
    });
}

const fromHelp = `
Examples:
  proviso rules from policy.pdf --out rules.yaml
  proviso rules from standards/ --format json
  proviso rules from policy-2027.pdf --since rules.yaml --out rules-2027.yaml
  proviso rules from policy-2027.pdf --since policy-2026.pdf --format table

Exit codes: 0 done, 2 bad input, 3 no file could be read, 70 a bug in proviso, 130 interrupted
`;

const testHelp = `
Examples in a rules file:
  - name: Notice of a data breach
    description: The Supplier shall notify the Customer of a data breach within 24 hours.
    examples:
      satisfies: [The Supplier shall notify the Customer of a data breach within 12 hours.]
      violates: [The Supplier shall notify the Customer of a data breach within 72 hours.]

Exit codes: 0 no answer is wrong, 1 an answer is wrong, 2 bad input, 70 a bug in proviso, 130 interrupted
`;

function registerLint(rules: Command, ends: (code: ExitCode) => void): void {
  rules
    .command('lint')
    .summary('find rules that are hard to check')
    .description(
      'Finds rules that neither a machine nor a person can check well: several duties in one rule, vague words, no actor, numbers without a unit, rules that contradict or repeat each other, and more. Each problem has its place and what to do. No model is used.',
    )
    .argument('<files...>', 'rules files, YAML or JSON; each is checked by itself')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 on problems of this severity or a higher one')
        .choices(failOnSeverities)
        .default('error'),
    )
    .option('--max-rules <n>', 'the maximum number of rules in a file', parseWholeNumber(1, 999_999), 2_000)
    .option('-k, --knowledge <files...>', 'text files that define terms of the rules')
    .addOption(formatOption('how to show the problems', lintFormats, 'text'))
    .option('-o, --out <file>', 'write to this file (.txt, .json, .sarif) instead of standard output')
    .option(...noColor)
    .addHelpText('after', lintHelp)
    .action(async (files: string[], options: RulesLintOptions) => {
      const { lintRuleFiles } = await import('./rules/lint/run.ts');
      ends(await lintRuleFiles(files, options));
    });
}

const lintHelp = `
Examples:
  proviso rules lint rules.yaml
  proviso rules lint rules/*.yaml --fail-on warning --format sarif --out lint.sarif

Exit codes: 0 no problem of the severity of --fail-on, 1 at least one, 2 bad input, 70 a bug in proviso, 130 interrupted
`;
