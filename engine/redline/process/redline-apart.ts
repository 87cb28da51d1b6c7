import { z } from 'zod';
import { ReadFailure } from '../../model/errors.ts';
import { moduleBeside, offerPool } from '../../sandbox/offer-pool.ts';
import { CallFailed, PoolTask } from '../../sandbox/pool-task.ts';
import { SandboxEnded } from '../../sandbox/sandbox.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import type { Mark, Redlined } from '../redline-word.ts';
import type { By } from '../tracked-changes.ts';
import type { RedlineChild } from './redline-child.ts';

const memoryBytes = 1024 * 1024 * 1024;
const mostMs = 60_000;
const writers = sharedPool(() =>
  offerPool({ entry: moduleBeside(import.meta.url, 'redline-child'), memoryBytes, size: 1 }),
);
const redlinedSchema = z.object({ base64: z.string(), refused: z.array(z.string().nullable()) });

/**
 * Does what `redlineWord` does in a separate process, so that a file cannot block the calling process. The process is
 * killed at its limits of time and memory, and when the signal is aborted. Throws a `ReadFailure` or the signal's reason.
 */
export async function redlineWordApart(
  path: string,
  marks: readonly Mark[],
  by: By,
  { mostCharacters, signal }: { mostCharacters: number; signal: AbortSignal },
): Promise<Redlined> {
  const task = await PoolTask.start<RedlineChild>(writers(), {
    ...{ first: (child) => child.tell('begin'), memoryBytes, mostMs, signal },
    atLimit: (reason) => new ReadFailure(reason, 'The Word file is too large to be redlined.'),
  });
  try {
    const { base64, refused } = await task.ask(redlinedSchema, 'redline', path, marks, by, mostCharacters);
    return { bytes: Buffer.from(base64, 'base64'), refused };
  } catch (error) {
    if (error instanceof CallFailed) throw new ReadFailure('damaged', error.reason, { cause: error });
    if (error instanceof SandboxEnded)
      throw new ReadFailure('parser_crashed', 'The Word file could not be redlined.', { cause: error });
    throw error;
  } finally {
    task.end();
  }
}
