import { useState } from 'react';
import { type Failure, failureOf } from '../service/failure.ts';
import { usePage } from './page-context.ts';

/** Something a person sets off that asks the server: one at a time; `run` gives the failure, or null when done. */
export function useAction<Input extends unknown[]>(act: (...input: Input) => Promise<void>) {
  const { sessionEnded } = usePage();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function run(...input: Input): Promise<Failure | null> {
    setBusy(true);
    setFailure(null);
    try {
      await act(...input);
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
