import { exitCodes } from './exit-codes.ts';
import { CommandFailure } from './failure.ts';

/**
 * Runs `work` with a signal that is aborted by Ctrl-C, a request to end, or a closed terminal. Whatever `work`
 * throws after that becomes `interrupted`.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = () => {
    // The second time somebody is in a hurry.
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
