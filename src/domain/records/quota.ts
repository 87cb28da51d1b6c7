import { AppError } from '../errors.ts';

/** Gets how much a user has apart from what is about to be added, and throws if that is too much. Must be pure. */
export type Admit = (has: number) => void;

/**
 * Admits one more of `what` while there are fewer than `most`. Throws `quota_exceeded`, whose message ends with
 * `advice`.
 */
export function fewerThan(most: number, what: string, advice: string): Admit {
  return (has) => {
    if (has < most) return;
    throw new AppError('quota_exceeded', `the account has ${has} ${what} and may have ${most}: ${advice}`);
  };
}
