import { useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../service/failure.ts';
import { usePage } from '../page/page-context.ts';

/**
 * An action that sends a request. `run` returns the failure, or null on success. `busy` is true until the request has
 * ended.
 */
export function useAction<Input extends unknown[]>(work: (...input: Input) => Promise<void>) {
  const { sessionEnded } = usePage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function run(...input: Input): Promise<Failure | null> {
    setBusy(true);
    setFailure(null);
    try {
      await work(...input);
      return null;
    } catch (error) {
      const why = failureOf(error);
      setFailure(why);
      if (why.code === 'unauthenticated') sessionEnded();
      return why;
    } finally {
      setBusy(false);
    }
  }

  return { run, busy, failure };
}

/** Like `useAction`, for work that the person can stop. It is stopped too when the person leaves the page. */
export function useStoppable<Input extends unknown[]>(
  work: (signal: AbortSignal, ...input: Input) => Promise<void>,
) {
  const { announce } = usePage();
  const controller = useRef(new AbortController());
  const action = useAction(async (...input: Input) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    try {
      await work(signal, ...input);
    } catch (error) {
      if (!signal.aborted) throw error;
      announce('Stopped.');
    }
  });
  useEffect(() => () => controller.current.abort(), []);
  return { ...action, stop: () => controller.current.abort() };
}
