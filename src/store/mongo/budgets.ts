import type { MonthlySpending, OwnCaps } from '../../domain/budget.ts';
import { passedCap } from '../../domain/budget.ts';
import type { BudgetStore } from '../ports/budgets.ts';
import { lost, type Serialize } from './database/compare-and-set.ts';
import type { CapsDoc, Records, SpendingDoc } from './database/records.ts';

/** Each month of a user is one document, which is changed by compare-and-set, so that no cap is passed. */
export function budgetStore(
  { spending, spendingCaps }: Pick<Records, 'spending' | 'spendingCaps'>,
  serialize: Serialize,
): BudgetStore {
  const change = (
    userId: string,
    month: string,
    next: (stored: MonthlySpending) => MonthlySpending | null,
  ): Promise<boolean> =>
    serialize(`spending of ${userId}`, async () => {
      const _id = idOf({ userId, month });
      const stored = await spending.first({ _id });
      const changed = next(stored ? spendingOf(stored) : { userId, month, tokens: 0, cost: 0 });
      if (changed === null) return false;
      const revision = (stored?.revision ?? 0) + 1;
      const doc = { _id, ...changed, revision };
      if (stored === null) return (await spending.insert(doc)) || lost;
      return (await spending.replace({ _id, revision: stored.revision }, doc)) || lost;
    });

  return {
    spend: (userId, month, amount, caps) =>
      change(userId, month, (stored) =>
        passedCap(stored, amount, caps) === null
          ? { ...stored, tokens: stored.tokens + amount.tokens, cost: stored.cost + amount.cost }
          : null,
      ),

    async correct(userId, month, amount) {
      await change(userId, month, (stored) => ({
        ...stored,
        tokens: stored.tokens + amount.tokens,
        cost: stored.cost + amount.cost,
      }));
    },

    async spent(userId, month) {
      const stored = await spending.first({ _id: idOf({ userId, month }) });
      return { tokens: stored?.tokens ?? 0, cost: stored?.cost ?? 0 };
    },

    async caps(userId) {
      const stored = await spendingCaps.first({ _id: userId });
      return stored && capsOf(stored);
    },

    async setCaps(userId, caps) {
      if (caps === null) await spendingCaps.remove({ _id: userId });
      else await spendingCaps.put([capsDoc({ userId, tokens: caps.tokens, cost: caps.cost })]);
    },
  };
}

function idOf({ userId, month }: Pick<MonthlySpending, 'userId' | 'month'>): string {
  return `${userId}/${month}`;
}

export function spendingDoc(stored: MonthlySpending): SpendingDoc {
  return { _id: idOf(stored), ...stored, revision: 1 };
}

export function spendingOf({ _id, revision, ...stored }: SpendingDoc): MonthlySpending {
  return stored;
}

export function capsDoc({ userId, tokens, cost }: OwnCaps): CapsDoc {
  return { _id: userId, tokens, cost };
}

export function capsOf({ _id, tokens, cost }: CapsDoc): OwnCaps {
  return { userId: _id, tokens, cost };
}
