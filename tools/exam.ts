/**
 * `npm run exam`: asks the exam of the checker by words, of a model that believes everything, or of one that knows the
 * answers; certifies the release by it; writes the pairs that are shipped.
 */
import { Command, Option } from 'commander';
import { parseWholeNumber } from '../src/cli/terminal/parse-options.ts';
import { examLanguages } from '../src/eval/exam/pairs.ts';
import { certifyRelease } from './exam/certify-release.ts';
import { type ExamOptions, type StandIn, takeExam } from './exam/take-exam.ts';
import { writePairs } from './exam/write-pairs.ts';
import { startGullibleModel, startKnowingModel } from './exam-models.ts';

const program = new Command('exam');

async function take(options: ExamOptions, model?: StandIn & { close(): Promise<void> }): Promise<void> {
  try {
    process.exitCode = await takeExam(options, model);
  } finally {
    await model?.close();
  }
}

function takes(name: string, about: string, run: (options: ExamOptions) => Promise<void>): void {
  program
    .command(name)
    .description(about)
    .option('--short', '500 documents instead of 10,000')
    .addOption(
      new Option('--language <code>', 'the language of the documents').choices(examLanguages).default('en'),
    )
    .option('--seed <number>', 'the seed of the documents', parseWholeNumber(0, 2 ** 32 - 1), 1)
    .option('--limit <number>', 'create this many documents', parseWholeNumber(1))
    .option('--kind <kind>', 'only pairs with this kind of difference, such as deletion')
    .option('--template <name>', 'only pairs of this template')
    .option('--json <file>', 'write the whole report to this file')
    .option(
      '--keep <folder>',
      'write the documents and findings of failed pairs to this folder, except locked pairs',
    )
    .option('--model <name>', 'ask this model')
    .option('--base-url <url>', 'the server of the model')
    .action(run);
}

takes('words', 'the checker by words, or the model that --model names', (options) => take(options));
takes('gullible', 'a model that believes everything', async (options) =>
  take(options, await startGullibleModel()),
);
takes('knowing', 'a model that knows the answers', async (options) =>
  take(options, await startKnowingModel()),
);
program
  .command('certify')
  .description('certify the release: take the exam by words with new documents, and write the certificate')
  .option('--seed <number>', 'the seed of the documents', parseWholeNumber(0, 2 ** 32 - 1))
  .option('--limit <number>', 'the number of documents', parseWholeNumber(1))
  .action(certifyRelease);
program.command('write').description('write the pairs that are shipped to exam/').action(writePairs);

await program.parseAsync();
