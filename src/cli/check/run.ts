import { analyze, closeLoading, createLexicalChecker } from '../../../engine/index.ts';
import type { Job } from '../../../engine/job.ts';
import type { Result } from '../../../engine/model/result.ts';
import type { ExitCode } from '../exit-codes.ts';
import { interruptible } from '../interruption.ts';
import { inMemorySourceCache, openLocalFile } from '../local-files.ts';
import { clean } from '../render/clean.ts';
import { readRules } from '../rules/read.ts';
import { columnsOf, wantsColor } from '../terminal.ts';
import { exitCodeOf } from './exit-code.ts';
import { jobOf } from './job.ts';
import type { CheckOptions } from './options.ts';
import { chooseFormat, ensureWritable, writeOut, writeWhole } from './output.ts';
import { showProgress } from './progress.ts';
import { render } from './render.ts';
import { Spool } from './spool.ts';

/** `proviso check`: reads, checks, shows. Gives the exit code of a run that came to its end. */
export async function check(args: readonly string[], options: CheckOptions): Promise<ExitCode> {
  const { out, color } = options;
  const format = chooseFormat(options.format, out);
  if (out !== undefined) await ensureWritable(out);
  const ruleSet = await readRules(options.rules);
  return interruptible(async (signal) => {
    const spool = new Spool();
    try {
      const { job, warnings } = await jobOf(args, options, ruleSet, (named) => spool.take(named, signal));
      const found = await analyzeHere(job, color, signal);
      const result = { ...found, warnings: [...warnings, ...found.warnings] };
      const text = await render(result, format, {
        width: columnsOf(process.stdout, process.env),
        color: out === undefined && wantsColor(process.stdout, color, process.env),
        out,
      });
      signal.throwIfAborted();
      for (const { message } of result.warnings)
        process.stderr.write(`proviso: warning: ${clean(message)}\n`);
      await (out === undefined ? writeOut(text) : writeWhole(out, text));
      return exitCodeOf(result, options.failOn);
    } finally {
      closeLoading();
      await spool.clear();
    }
  });
}

/** Runs the job with what this machine has: its files, its clock, and no model. */
async function analyzeHere(job: Job, color: boolean, signal: AbortSignal): Promise<Result> {
  const subjects = job.scope === 'each' ? job.inputs.length : 1;
  const totals = { files: job.knowledge.length + job.inputs.length, checks: job.rules.length * subjects };
  const progress = showProgress(process.stderr, totals, wantsColor(process.stderr, color, process.env));
  const ports = {
    openSource: openLocalFile,
    sourceCache: inMemorySourceCache(),
    clock: { now: () => new Date() },
    checker: createLexicalChecker(),
  };
  try {
    return await analyze(job, ports, { signal, onEvent: progress.show });
  } finally {
    progress.end();
  }
}
