import { exitCodes } from './exit-codes.ts';
import { CommandFailure } from './failure.ts';

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
