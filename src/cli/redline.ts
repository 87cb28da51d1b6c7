import { type Command, Option } from 'commander';
import { collect } from './check.ts';
import type { RedlineOptions } from './redline/run.ts';
import { type ExitCode, interruptible } from './terminal/ending.ts';
import { baseUrl, budgetTokens, checkingModel, keepAnswers, noColor } from './terminal/parse-options.ts';

type GivenOptions = Omit<RedlineOptions, 'knowledge' | 'accept'> & Partial<RedlineOptions>;

export function registerRedline(program: Command, ends: (code: ExitCode) => void): void {
  program
    .command('redline')
    .summary('change what breaks the rules, and check the changed document')
    .description(
      'Checks a document, changes the numbers that break a rule, inserts the wording of rules that are not found, and checks the changed document with the same rules. A change is offered only if its rule is then satisfied and no other answer is worse.',
    )
    .argument(
      '<file>',
      'the document; a Word file (.docx) gets tracked changes, any other file a list of changes',
    )
    .requiredOption('-r, --rules <file>', 'the rules, as YAML or JSON')
    .option(
      '-k, --knowledge <file>',
      'a knowledge file, such as a policy or a glossary; repeat for more files',
      collect,
    )
    .option('-o, --out <file>', 'write the Word file with the tracked changes to this file')
    .option(
      '--accept <rule>',
      'change only for this rule, by its name, number or id; repeat for more',
      collect,
    )
    .option(
      '--after <place>',
      'insert the wording of rules that are not found after this clause, such as 5.1, or after the paragraph with these words',
    )
    .option(
      '--propose',
      'let the language model propose a sentence where no number decides; its other names and numbers stay',
    )
    .addOption(
      new Option('-f, --format <format>', 'how to show the changes')
        .choices(['text', 'json'])
        .default('text'),
    )
    .option(...checkingModel)
    .option(...baseUrl)
    .addOption(budgetTokens('for each check by the model, and for its proposals (RUN_BUDGET_TOKENS)'))
    .option(...keepAnswers)
    .option(...noColor)
    .addHelpText('after', afterHelp)
    .action(async (file: string, options: GivenOptions) => {
      const given = { ...options, knowledge: options.knowledge ?? [], accept: options.accept ?? [] };
      ends(
        await interruptible(async (signal) => {
          const { redlineFile } = await import('./redline/run.ts');
          return redlineFile(file, given, signal);
        }),
      );
    });
}

const afterHelp = `
The file itself is never changed. In Word, each change can be accepted or rejected; a comment names the rule. A change
that is not offered is a comment that says why.

Examples:
  proviso redline contract.docx --rules rules.yml --out contract.redlined.docx
  proviso redline contract.docx --rules rules.yml --out contract.redlined.docx --accept "Notice period" --accept 4
  proviso redline contract.docx --rules rules.yml --out contract.redlined.docx --accept Escrow --after 7.2
  proviso redline contract.pdf --rules rules.yml

Exit codes: 0 done, 2 bad input, 3 nothing could be assessed, 70 a bug in proviso, 130 interrupted
`;
