/** `npm run exam`: asks the exam of a model that believes everything, or of one that knows the answers. */
import { Argument, Command } from 'commander';
import { evalExam } from '../src/cli/eval/exam.ts';
import type { ExamOptions } from '../src/cli/eval/options.ts';
import { examOptions } from '../src/cli/eval.ts';
import { startGullibleModel, startKnowingModel } from './exam-models.ts';

const program = examOptions(
  new Command('exam').addArgument(new Argument('<model>').choices(['gullible', 'knowing'])),
);
program.action(async (name: string, options: ExamOptions) => {
  const model = await (name === 'gullible' ? startGullibleModel() : startKnowingModel());
  try {
    process.exitCode = await evalExam(options, model);
  } finally {
    await model.close();
  }
});

await program.parseAsync();
