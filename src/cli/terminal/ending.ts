import { ProvisoError } from '../../../engine/model/errors.ts';

/** The exit codes of the process. Scripts depend on them, so the meaning of a number never changes. */
export const exitCodes = {
  done: 0,
  found: 1,
  badInput: 2,
  nothingAssessed: 3,
  ourFault: 70,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

type FailureCode = 'bad_input' | 'interrupted' | 'cannot_write';

const exitCodeOf: Record<FailureCode, ExitCode> = {
  bad_input: exitCodes.badInput,
  cannot_write: exitCodes.badInput,
  interrupted: exitCodes.interrupted,
};

/** A failure of a command for any reason other than a bug of Proviso. `code` determines the exit code. */
export class CommandFailure extends ProvisoError<FailureCode> {}

/**
 * Creates the failure for input that cannot be used. The command then exits with 2. Each problem says what is wrong and
 * where.
 */
export function badInput(...problems: [string, ...string[]]): CommandFailure {
  return new CommandFailure('bad_input', problems.join('\n'));
}

/** Runs `work` and converts a `ProvisoError`, such as a problem with the settings, to `bad_input`. */
export function orBadInput<Value>(
  work: () => Value,
  worded: (message: string) => string = (message) => message,
): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof ProvisoError ? badInput(worded(error.message)) : error;
  }
}

/** Returns the exit code of an error and the text for standard error ('' for none). */
export function describeFailure(
  error: unknown,
  env: NodeJS.ProcessEnv,
): { exitCode: ExitCode; message: string } {
  if (error instanceof CommandFailure) {
    return { exitCode: exitCodeOf[error.code], message: prefixed(error.message) };
  }
  if (isCommanderError(error)) {
    return { exitCode: error.exitCode === 0 ? exitCodes.done : exitCodes.badInput, message: '' };
  }
  const text = error instanceof Error ? error.message : String(error);
  const stack = env.PROVISO_DEBUG && error instanceof Error && error.stack ? `\n${error.stack}` : '';
  const hint = stack ? '' : '\n  Set PROVISO_DEBUG=1 to see where.';
  return {
    exitCode: exitCodes.ourFault,
    message: `${prefixed(`this is a bug in proviso, not a problem with your files: ${text}`)}${hint}${stack}`,
  };
}

function prefixed(message: string): string {
  const [first = '', ...rest] = message.split('\n');
  return [`proviso: ${first}`, ...rest.map((line) => `  ${line}`)].join('\n');
}

/**
 * Recognises an error of commander by its `code`. Commander has already printed the message of such an error. The
 * error's class is not imported, because only `program.ts` loads commander.
 */
function isCommanderError(error: unknown): error is { exitCode: number } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('commander.') &&
    'exitCode' in error &&
    typeof error.exitCode === 'number'
  );
}

/**
 * Runs `work` with a signal that Ctrl-C, SIGTERM or closing the terminal aborts. Any error that `work` throws after the
 * interruption is replaced by `interrupted`.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    // A second signal ends the process at once.
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new CommandFailure('interrupted', 'interrupted; nothing was written'));
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const name of signals) process.on(name, interrupt);
  try {
    return await work(controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    for (const name of signals) process.off(name, interrupt);
  }
}
