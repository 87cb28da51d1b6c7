import { AppError } from '../errors.ts';

/**
 * Decides whether something may be added. `has` is the amount that the user has before the addition. Throws if no more
 * may be added. Must be pure.
 */
export type Admit = (has: number) => void;

/**
 * Returns a function that admits one more record while the user has fewer than `most` of these records, and otherwise
 * throws `quota_exceeded`. The message names the records by `what` and ends with `advice`.
 */
export function fewerThan(most: number, what: string, advice: string): Admit {
  return (has) => {
    if (has < most) return;
    throw new AppError(
      'quota_exceeded',
      `there are ${has} ${what}, and at most ${most} are allowed: ${advice}`,
    );
  };
}
