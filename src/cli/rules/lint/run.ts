import { type ExitCode, exitCodes, interruptible } from '../../terminal/ending.ts';
import { ensureReplacesNone, ensureWritable, formatOfFile, lookOf, writeTo } from '../../terminal/output.ts';
import { readText } from '../../written/read.ts';
import { failOnSeverities, type LintFormat, type RulesLintOptions } from '../options.ts';
import { type LintedFile, lintFile } from './lint-file.ts';
import { renderLint } from './render.ts';

/** `proviso rules lint`: shows the problems of rules files. Returns the exit code. */
export async function lintRuleFiles(paths: readonly string[], options: RulesLintOptions): Promise<ExitCode> {
  const { out, color } = options;
  const format = formatOfFile(options.format, out, formatOfEnding, 'text');
  if (out !== undefined) {
    await ensureWritable(out);
    await ensureReplacesNone(out, paths);
  }
  return interruptible(async (signal) => {
    const knowledge = await Promise.all(
      (options.knowledge ?? []).map((path) => readText(path, 'the knowledge file')),
    );
    const linting = { knowledge, maxRules: options.maxRules, signal };
    const files: LintedFile[] = [];
    for (const path of paths) files.push(await lintFile(path, linting));
    await writeTo(out, renderLint(files, format, lookOf(out, color)), signal);
    const failing = failOnSeverities.slice(0, failOnSeverities.indexOf(options.failOn) + 1);
    const isFound = files.some(({ problems }) => problems.some(({ severity }) => failing.includes(severity)));
    return isFound ? exitCodes.found : exitCodes.done;
  });
}

const formatOfEnding: Record<string, LintFormat> = { '.txt': 'text', '.json': 'json', '.sarif': 'sarif' };
