import type { Caps, OwnCaps, Spent } from '../../domain/budget.ts';

/**
 * Stores what each user and each workspace spends in each month, and the caps of single users. The `userId` of the
 * spending of a workspace is the name of `workspacePayer`.
 */
export interface BudgetStore {
  /**
   * Adds an amount to what a user has spent in a month, unless that would pass a cap. Returns false if it would, and
   * adds nothing. Two concurrent calls are never both admitted if only one of them fits.
   */
  spend(userId: string, month: string, amount: Spent, caps: Caps): Promise<boolean>;
  /** Adds an amount, which can be negative, whatever the caps are. */
  correct(userId: string, month: string, amount: Spent): Promise<void>;
  spent(userId: string, month: string): Promise<Spent>;
  /** The caps that were set for the user; null if those of the settings apply. */
  caps(userId: string): Promise<OwnCaps | null>;
  /** Sets the caps of a user; null removes them, so that those of the settings apply. */
  setCaps(userId: string, caps: Caps | null): Promise<void>;
}
