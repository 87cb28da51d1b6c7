import { AppError } from '../errors.ts';

/**
 * Decides whether something may be added. `has` is the amount that the user has before the addition. Throws if no more
 * may be added. Must be pure.
 */
export type Admit = (has: number) => void;

/**
 * Admits one more of `what` while the user has fewer than `most`. From then on it throws `quota_exceeded`, with
 * `advice` at the end of the message.
 */
export function fewerThan(most: number, what: string, advice: string): Admit {
  return (has) => {
    if (has < most) return;
    throw new AppError('quota_exceeded', `the account has ${has} ${what} and may have ${most}: ${advice}`);
  };
}
