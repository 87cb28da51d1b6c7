import { availableParallelism } from 'node:os';
import { defaultLimits } from '../../job.ts';
import { ProvisoError } from '../../model/errors.ts';
import type { Rule } from '../../model/rule.ts';
import { SandboxPool } from '../../sandbox/pool.ts';
import { PoolTask } from '../../sandbox/pool-task.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import type { NamedRules } from '../extract/naming.ts';
import type { LintProblem } from '../lint/problem.ts';
import {
  parseNamed,
  parseProblems,
  type Question,
  type Reply,
  replySchema,
  type TextOfFile,
} from './protocol.ts';

export const memoryBytes = defaultLimits.outputMemoryBytes;

/** The processes that find or lint rules. */
export const finders = sharedPool(
  () =>
    new SandboxPool<Question, Reply>({
      entry: childEntry(),
      memoryBytes,
      size: availableParallelism(),
      idle: 1,
      replySchema,
    }),
);

/** The module of the child, which is next to this file: its build, or its source if this file is not built. */
function childEntry(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './rules-child.ts' : './rules-child.js', import.meta.url);
}

/**
 * Finds rules in a separate process, so that a text cannot block the calling process. The process is killed when all
 * texts together took more than its time, when it uses too much memory, and when the signal is aborted. The methods throw
 * `extraction_too_slow`, `extraction_too_large` or the signal's reason.
 */
export type RuleFinder = {
  /** Finds the normative sentences of a file and returns how many it has, at most `most`. */
  find(file: TextOfFile, most: number): Promise<number>;
  /** The rules of all files and the sentences that are left out. */
  name(): Promise<NamedRules>;
  /** Returns the process to its pool. */
  end(): void;
};

/** Waits for a process. Throws the signal's reason. */
export async function startRuleFinder(mostMs: number, signal: AbortSignal): Promise<RuleFinder> {
  const task = await PoolTask.start(finders(), {
    ...{ first: { ask: 'ready' }, memoryBytes, mostMs, signal },
    atLimit(reason, question) {
      const where = question.ask === 'find' ? question.file.name : 'the files';
      const advice = `(the limit was reached in ${where}). Give fewer or shorter files.`;
      return reason === 'timed_out'
        ? new ProvisoError(
            'extraction_too_slow',
            `Finding rules took more than ${mostMs / 1_000} seconds ${advice}`,
          )
        : new ProvisoError(
            'extraction_too_large',
            `Finding rules took more than ${memoryBytes / 1024 / 1024} MB of memory ${advice}`,
          );
    },
  });
  return {
    find: async (file, most) => (await task.ask({ ask: 'find', file, most }, 'found')).sentences,
    name: async () => parseNamed((await task.ask({ ask: 'name' }, 'named')).named),
    end: () => task.end(),
  };
}

/**
 * Does what `lintRules` does in a separate process, so that rules cannot block the calling process. The process is killed
 * at its limits of time (`mostMs`, in ms) and memory, and when the signal is aborted. Throws `lint_too_long` at a limit,
 * or the signal's reason.
 */
export async function lintRulesApart(
  rules: readonly Rule[],
  { mostMs, signal }: { mostMs: number; signal: AbortSignal },
): Promise<LintProblem[]> {
  const task = await PoolTask.start(finders(), {
    ...{ first: { ask: 'ready' }, memoryBytes, mostMs, signal },
    atLimit(reason) {
      const limit = reason === 'timed_out' ? `${mostMs / 1_000} seconds` : 'its maximum of memory';
      return new ProvisoError(
        'lint_too_long',
        `Checking the wording of the rules took more than ${limit}. Send fewer or shorter rules.`,
      );
    },
  });
  try {
    return parseProblems((await task.ask({ ask: 'lint', rules }, 'linted')).problems);
  } finally {
    task.end();
  }
}
