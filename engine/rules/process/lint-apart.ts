import { ProvisoError } from '../../model/errors.ts';
import type { Rule } from '../../model/rule.ts';
import { PoolTask } from '../../sandbox/pool-task.ts';
import { SandboxEnded } from '../../sandbox/sandbox.ts';
import type { LintProblem } from '../lint/problem.ts';
import { parseProblems, unexpected } from './protocol.ts';
import { finders, memoryBytes } from './rules-apart.ts';

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
