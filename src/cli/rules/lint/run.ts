import { clean } from '../../../services/report/clean.ts';
import { plural } from '../../../services/report/words.ts';
import { type ExitCode, exitCodes, interruptible } from '../../terminal/ending.ts';
import {
  ensureReplacesNone,
  ensureWritable,
  formatOfFile,
  lookOf,
  writeTo,
  writeWhole,
} from '../../terminal/output.ts';
import { readText } from '../../written/read.ts';
import { failOnSeverities, type LintFormat, type RulesLintOptions } from '../options.ts';
import { fixFile } from './fix-file.ts';
import { type LintedFile, type Linting, lintFile, lintText } from './lint-file.ts';
import { renderLint } from './render.ts';

/** `proviso rules lint`: shows the problems of rules files, and fixes the safe ones. Returns the exit code. */
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
    for (const path of paths) {
      const linted = await lintFile(path, linting);
      files.push(options.fix ? await fixed(linted, linting) : linted);
    }
    await writeTo(out, renderLint(files, format, lookOf(out, color)), signal);
    const failing = failOnSeverities.slice(0, failOnSeverities.indexOf(options.failOn) + 1);
    const isFound = files.some(({ problems }) => problems.some(({ severity }) => failing.includes(severity)));
    return isFound ? exitCodes.found : exitCodes.done;
  });
}

/** Fixes a file, writes it and returns what is left of its problems. */
async function fixed(linted: LintedFile, linting: Linting): Promise<LintedFile> {
  const { text, count } = fixFile(linted);
  if (count === 0) return linted;
  await writeWhole(linted.path, text, linting.signal);
  process.stderr.write(`${clean(`${linted.path}: ${plural(count, 'problem', 'problems')} fixed`)}\n`);
  return lintText(text, linted.path, linting);
}

const formatOfEnding: Record<string, LintFormat> = { '.txt': 'text', '.json': 'json', '.sarif': 'sarif' };
