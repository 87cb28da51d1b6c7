import { useState } from 'react';
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
