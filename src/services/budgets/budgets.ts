import { roundedCost } from '../../../engine/model/usage.ts';
import { type Caps, monthOf, nextMonth, type Spent, workspacePayer } from '../../domain/budget.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Conditional, changeWorkspace, memberWorkspace } from '../workspaces/workspaces.ts';

const noCaps: Caps = { tokens: null, cost: null };

/** What a user has spent in the current month, and the caps that apply. `resetsAt` is the start of the next month. */
export type MonthlyUsage = { month: string; resetsAt: string; spent: Spent; caps: Caps };

/** The monthly budgets for model tokens and their cost. */
export function budgetService({ store, clock, limits }: Pick<Dependencies, 'store' | 'clock' | 'limits'>) {
  async function shown(payer: string, { tokens, cost }: Caps): Promise<MonthlyUsage> {
    const now = clock.now();
    const month = monthOf(now);
    const spent = await store.budgets.spent(payer, month);
    return {
      ...{ month, resetsAt: nextMonth(now).toISOString(), caps: { tokens, cost } },
      spent: { tokens: spent.tokens, cost: roundedCost(spent.cost) },
    };
  }

  return {
    /** What the user has spent in the current month, in all workspaces. */
    async usage({ userId }: Actor) {
      return shown(userId, (await store.budgets.caps(userId)) ?? limits.monthly);
    },

    /** What all members have spent in the workspace in the current month. Throws `workspace_not_found`. */
    async ofWorkspace(actor: Actor, id: string) {
      const { caps } = await memberWorkspace(actor, 'read', id, store);
      return shown(workspacePayer(id), caps ?? noCaps);
    },

    /** Sets what may be spent in the workspace in a month; null means no cap. Throws `workspace_not_found`. */
    async setWorkspaceCaps(actor: Actor, id: string, caps: Caps | null, options?: Conditional) {
      await changeWorkspace(actor, id, (current) => ({ ...current, caps }), store, options);
      return shown(workspacePayer(id), caps ?? noCaps);
    },
  };
}
