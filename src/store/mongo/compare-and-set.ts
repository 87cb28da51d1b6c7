import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';

/** The result of an attempt if another writer came first. */
export const lost = Symbol('another writer came first');

const mostTries = 200;
const longestWaitMs = 50;

/**
 * Reads, decides and writes until no other writer interferes: `attempt` returns `lost` if the record changed before
 * its write. Waits a random time between attempts, so that writers of several processes succeed. Throws
 * `write_conflict` if it never does.
 */
export async function compareAndSet<Value>(attempt: () => Promise<Value | typeof lost>): Promise<Value> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const value = await attempt();
    if (value !== lost) return value;
    await wait(Math.random() * Math.min(longestWaitMs, 2 ** tries));
  }
  throw new AppError('write_conflict', 'the record was changed by others all the time: try again');
}
