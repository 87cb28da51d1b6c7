import { availableParallelism } from 'node:os';
import { defaultLimits } from '../../job.ts';
import { ProvisoError } from '../../model/errors.ts';
import type { Rule } from '../../model/rule.ts';
import { SandboxPool } from '../../sandbox/pool.ts';
import { PoolTask } from '../../sandbox/pool-task.ts';
import { SandboxEnded } from '../../sandbox/sandbox.ts';
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
  unexpected,
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
 * texts together took more than `mostMs`, when it uses too much memory, and when the signal is aborted.
 */
export class RuleFinder {
  readonly #task: PoolTask<Question, Reply>;
  readonly #mostMs: number;

  private constructor(task: PoolTask<Question, Reply>, mostMs: number) {
    this.#task = task;
    this.#mostMs = mostMs;
  }

  /** Waits for a process. Throws the signal's reason. */
  static async start(mostMs: number, signal: AbortSignal): Promise<RuleFinder> {
    const options = { first: { ask: 'ready' as const }, memoryBytes, mostMs, signal };
    return new RuleFinder(await PoolTask.start(finders(), options), mostMs);
  }

  /**
   * Finds the normative sentences of a file and returns how many it has, at most `most`. Throws `extraction_too_slow`,
   * `extraction_too_large` or the signal's reason.
   */
  async find(file: TextOfFile, most: number): Promise<number> {
    const reply = await this.#timed({ ask: 'find', file, most }, file.name);
    return reply.reply === 'found' ? reply.sentences : unexpected(reply);
  }

  /** The rules of all files and the sentences that are left out. Throws as `find` does. */
  async name(): Promise<NamedRules> {
    const reply = await this.#timed({ ask: 'name' }, 'the files');
    return reply.reply === 'named' ? parseNamed(reply.named) : unexpected(reply);
  }

  /** Returns the process to its pool. */
  end(): void {
    this.#task.end();
  }

  async #timed(question: Question, where: string): Promise<Reply> {
    try {
      return await this.#task.ask(question);
    } catch (error) {
      if (error instanceof SandboxEnded && error.reason !== 'crashed') throw this.#limitReached(error, where);
      throw error;
    }
  }

  #limitReached({ reason }: SandboxEnded, where: string): ProvisoError {
    return reason === 'timed_out'
      ? new ProvisoError(
          'extraction_too_slow',
          `Finding rules took more than ${this.#mostMs / 1_000} seconds (the limit was reached in ${where}). Give fewer or shorter files.`,
        )
      : new ProvisoError(
          'extraction_too_large',
          `Finding rules took more than ${memoryBytes / 1024 / 1024} MB of memory (the limit was reached in ${where}). Give fewer or shorter files.`,
        );
  }
}

type LintApartOptions = {
  /** The maximum time, in ms. */
  mostMs: number;
  signal: AbortSignal;
};

/**
 * Does what `lintRules` does in a separate process, so that rules cannot block the calling process. The process is killed
 * at its limits of time and memory, and when the signal is aborted. Throws `lint_too_long` at a limit, or the signal's
 * reason.
 */
export async function lintRulesApart(
  rules: readonly Rule[],
  { mostMs, signal }: LintApartOptions,
): Promise<LintProblem[]> {
  const task = await PoolTask.start(finders(), { first: { ask: 'ready' }, memoryBytes, mostMs, signal });
  try {
    const reply = await task.ask({ ask: 'lint', rules });
    return reply.reply === 'linted' ? parseProblems(reply.problems) : unexpected(reply);
  } catch (error) {
    if (!(error instanceof SandboxEnded) || error.reason === 'crashed') throw error;
    const limit = error.reason === 'timed_out' ? `${mostMs / 1_000} seconds` : 'its maximum of memory';
    throw new ProvisoError(
      'lint_too_long',
      `Checking the wording of the rules took more than ${limit}. Send fewer or shorter rules.`,
    );
  } finally {
    task.end();
  }
}
