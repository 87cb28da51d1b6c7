import { type MonthlySpending, type OwnCaps, passedCap, type Spent } from '../../domain/budget.ts';
import type { BudgetStore } from '../ports/budgets.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

export function budgetStore(database: Database): BudgetStore {
  function spent(userId: string, month: string): Spent {
    const stored = database.first('spending', { user_id: userId, month }, spendingOf);
    const { tokens, cost } = stored ?? { tokens: 0, cost: 0 };
    return { tokens, cost };
  }

  function add(userId: string, month: string, amount: Spent): void {
    const { tokens, cost } = spent(userId, month);
    saveSpending(database, { userId, month, tokens: tokens + amount.tokens, cost: cost + amount.cost });
  }

  return {
    async spend(userId, month, amount, caps) {
      return database.transaction(() => {
        if (passedCap(spent(userId, month), amount, caps) !== null) return false;
        add(userId, month, amount);
        return true;
      });
    },

    async correct(userId, month, amount) {
      database.transaction(() => add(userId, month, amount));
    },

    spent: async (userId, month) => spent(userId, month),

    async caps(userId) {
      return database.first('spending_caps', { user_id: userId }, (row) => row.json<OwnCaps>('doc'));
    },

    async setCaps(userId, caps) {
      if (caps === null) database.remove('spending_caps', { user_id: userId });
      else saveCaps(database, { userId, tokens: caps.tokens, cost: caps.cost });
    },
  };
}

export function saveSpending(database: Database, spending: MonthlySpending): void {
  const { userId, month } = spending;
  database.insert('spending', { user_id: userId, month, doc: JSON.stringify(spending) }, 'is replaced');
}

export function spendingOf(row: Row): MonthlySpending {
  return row.json('doc');
}

export function saveCaps(database: Database, caps: OwnCaps): void {
  database.insert('spending_caps', { user_id: caps.userId, doc: JSON.stringify(caps) }, 'is replaced');
}
