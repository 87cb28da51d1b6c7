import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../../domain/errors.ts';

/** An attempt returns this value if another writer has changed the record. */
export const lost = Symbol('the record was changed by another writer');

const mostTries = 200;
const longestWaitMs = 50;

/**
 * Calls `attempt`, which reads, changes and writes a record. Repeats the call as long as `attempt` returns `lost`,
 * which means that another writer changed the record between the read and the write. Waits a random time between
 * attempts, so that writers in several processes do not keep colliding. Throws `write_conflict` if no attempt succeeds.
 */
export async function compareAndSet<Value>(attempt: () => Promise<Value | typeof lost>): Promise<Value> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const value = await attempt();
    if (value !== lost) return value;
    await wait(Math.random() * Math.min(longestWaitMs, 2 ** tries));
  }
  throw new AppError('write_conflict', 'other requests kept changing the record: try again');
}

/** Does the compare-and-set for one key after all earlier ones for the same key, and returns its value. */
export type Serialize = <Value>(key: string, attempt: () => Promise<Value | typeof lost>) => Promise<Value>;

/**
 * Creates a function that makes the writers of this process take turns, so that they do not make each other's
 * compare-and-sets fail.
 */
export function serializer(): Serialize {
  const last = new Map<string, Promise<unknown>>();
  return async (key, attempt) => {
    const work = () => compareAndSet(attempt);
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
