import type { RequestCountStore } from '../port.ts';
import { compareAndSet, lost } from './compare-and-set.ts';
import type { Records } from './records.ts';
import { isDuplicate } from './unavailable.ts';

export function requestCountStore({ requestCounts }: Records): RequestCountStore {
  return {
    count: (caller, windowMs, now, requests = 1) =>
      compareAndSet(async () => {
        try {
          const counted = await requestCounts.changeOrMake(
            'one',
            { _id: caller, endsAt: { $gt: now } },
            { $inc: { used: requests }, $setOnInsert: { endsAt: new Date(now.getTime() + windowMs) } },
          );
          if (counted === null) return lost;
          return { used: counted.used, endsInMs: counted.endsAt.getTime() - now.getTime() };
        } catch (error) {
          // The record of an ended window prevents the insertion of the next one.
          if (!isDuplicate(error)) throw error;
          await requestCounts.remove('one', { _id: caller, endsAt: { $lte: now } });
          return lost;
        }
      }),
  };
}
