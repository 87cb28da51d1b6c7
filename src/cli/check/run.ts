import { randomBytes } from 'node:crypto';
import { defaultLimits } from '../../../engine/job.ts';
import { clean } from '../../services/report/clean.ts';
import { writtenWords } from '../../services/report/words.ts';
import { readRules } from '../rules/read.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { interruptible } from '../terminal/interruption.ts';
import { columnsOf, wantsColor } from '../terminal/terminal.ts';
import type { CheckOptions } from './options.ts';
import { exitCodeOf } from './output/exit-code.ts';
import { chooseFormat, ensureWritable, writeOut, writeWhole } from './output/output.ts';
import { render } from './output/render.ts';
import { Spool } from './spool.ts';

/** `proviso check`: reads the files, checks them, and shows the result. Returns the exit code. */
export async function check(args: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const { out, color } = options;
  const format = chooseFormat(options.format, out);
  if (out !== undefined) await ensureWritable(out);
  const ruleSet = await readRules(options.rules);
  // The engine is imported after the rules are read: the import takes a while, and errors in the rules are reported
  // without this wait.
  const [{ jobOf }, { analyzeHere, estimateHere }, { modelSettings, modelsHere, requireServers }] =
    await Promise.all([import('./job.ts'), import('./analyze-here.ts'), import('./model.ts')]);
  const kept =
    options.keepAnswers === undefined
      ? null
      : await (await import('./answer-folder.ts')).answersIn(options.keepAnswers);
  const secret = process.env.SECRET?.trim() || kept?.secret || randomBytes(32).toString('hex');
  const settings = modelSettings(options, process.env);
  // An estimate sends nothing. In recordings and pictures, it therefore counts only the text that this machine can read
  // without a model.
  const models = modelsHere(
    options.estimate ? { ...settings, TRANSCRIPTION_MODEL: null, VISION_MODEL: null } : settings,
    secret,
  );
  return interruptible(async (signal) => {
    const spool = new Spool(defaultLimits.fileBytes);
    try {
      // The model servers are not required if answers are recorded, because the recorded answers can be enough for the
      // run.
      if (!options.estimate && kept === null) await requireServers(settings, signal);
      const { job, warnings } = await jobOf(args, options, ruleSet, (named) => spool.take(named, signal));
      const here = { models, answers: kept?.answers ?? null, color, signal };
      if (options.estimate) {
        const { estimateText } = await import('./estimate.ts');
        const estimated = estimateText(await estimateHere(job, here), settings.MODEL ?? '', format);
        await (out === undefined ? writeOut(estimated) : writeWhole(out, estimated));
        return exitCodes.done;
      }
      const found = await analyzeHere(job, here);
      const result = { ...found, warnings: [...warnings, ...found.warnings] };
      const text = await render(result, format, {
        width: columnsOf(process.stdout, process.stderr, process.env),
        color: out === undefined && wantsColor(process.stdout, color, process.env),
        out,
      });
      signal.throwIfAborted();
      for (const { message } of result.warnings)
        process.stderr.write(`proviso: warning: ${clean(message)}\n`);
      await (out === undefined ? writeOut(text) : writeWhole(out, text));
      if (out !== undefined && process.stderr.isTTY)
        process.stderr.write(`${clean(writtenWords(out, result))}\n`);
      return exitCodeOf(result, options.failOn);
    } finally {
      await spool.clear();
    }
  });
}
