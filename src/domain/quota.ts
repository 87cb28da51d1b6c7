import { AppError } from './errors.ts';

/** Gets how much of something a user has beside what is about to be added, and throws when that is too much. Pure. */
export type Admit = (has: number) => void;

/** Admits one more of `what` as long as there are fewer than `most`. Throws `quota_exceeded`, which ends with `advice`. */
export function fewerThan(most: number, what: string, advice: string): Admit {
  return (has) => {
    if (has < most) return;
    throw new AppError('quota_exceeded', `the account has ${has} ${what} and may have ${most}: ${advice}`);
  };
}
