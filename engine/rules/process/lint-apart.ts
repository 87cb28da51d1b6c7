import { ProvisoError } from '../../model/errors.ts';
import type { Rule } from '../../model/rule.ts';
import { type EndReason, type Sandbox, SandboxEnded } from '../../sandbox/sandbox.ts';
import type { LintProblem } from '../lint/problem.ts';
import { parseProblems, type Question, type Reply } from './protocol.ts';
import { finders, memoryBytes, startWithinMs } from './rules-apart.ts';

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
  const child = await finders().acquire(signal, rules);
  const onAbort = () => child.kill('crashed');
  signal.addEventListener('abort', onAbort, { once: true });
  const stopWatching = child.watchMemory(memoryBytes);
  try {
    await within(startWithinMs, child, { ask: 'ready' });
    const reply = await within(mostMs, child, { ask: 'lint', rules });
    if (reply.reply === 'linted') return parseProblems(reply.problems);
    throw new Error(`linting rules failed: ${reply.reply === 'failed' ? reply.message : reply.reply}`);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof SandboxEnded && error.reason !== 'crashed'
      ? limitReached(error.reason, mostMs)
      : error;
  } finally {
    stopWatching();
    signal.removeEventListener('abort', onAbort);
    finders().release(child);
  }
}

async function within(ms: number, child: Sandbox<Question, Reply>, question: Question): Promise<Reply> {
  const timer = setTimeout(() => child.kill('timed_out'), ms);
  try {
    return await child.ask(question);
  } finally {
    clearTimeout(timer);
  }
}

function limitReached(reason: EndReason, mostMs: number): ProvisoError {
  const limit = reason === 'timed_out' ? `${mostMs / 1_000} seconds` : 'its maximum of memory';
  return new ProvisoError(
    'lint_too_long',
    `Checking the wording of the rules took more than ${limit}. Send fewer or shorter rules.`,
  );
}
