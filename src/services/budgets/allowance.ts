import type { Allowance } from '../../../engine/llm/budget.ts';
import { type Caps, monthOf, nextMonth, passedCap, workspacePayer } from '../../domain/budget.ts';
import type { Store } from '../../store/port.ts';
import type { Dependencies, Log } from '../dependencies.ts';
import { money } from '../report/words.ts';

type Parts = {
  store: Pick<Store, 'budgets' | 'workspaces'>;
  clock: Dependencies['clock'];
  log: Log;
  /** The caps of users for whom none are set. */
  caps: Caps;
};

/** Who pays for a call: the name under which the spending is counted, and what may be spent. */
type Payer = { id: string; whose: string; raisedBy: string; caps: Caps };

const noCaps: Caps = { tokens: null, cost: null };

/**
 * The monthly budgets of the user who started a run and of its workspace, which all runs on all servers share. The maximum
 * that a call can use is reserved from both in the store before the call, and corrected to what it used afterwards. If the
 * process dies during a call, the reservations stay, so that no cap is ever passed.
 */
export function monthlyAllowance(
  { userId, workspaceId }: { userId: string; workspaceId: string },
  { store: { budgets, workspaces }, clock, log, caps }: Parts,
): Allowance {
  async function payers(): Promise<Payer[]> {
    const [own, workspace] = await Promise.all([budgets.caps(userId), workspaces.get(workspaceId)]);
    return [
      { id: userId, whose: 'monthly budget', raisedBy: 'the administrator', caps: own ?? caps },
      {
        ...{ id: workspacePayer(workspaceId), whose: 'monthly budget of the workspace' },
        ...{ raisedBy: 'an admin of the workspace', caps: workspace?.caps ?? noCaps },
      },
    ];
  }

  async function correct(ids: readonly string[], month: string, difference: Amount): Promise<void> {
    for (const id of ids) {
      await budgets.correct(id, month, difference).catch((error: unknown) => {
        log.warn({ error, payer: id }, 'the reservation of a model call could not be corrected');
      });
    }
  }

  return {
    async reserve(most) {
      const now = clock.now();
      const month = monthOf(now);
      const reserved: string[] = [];
      for (const payer of await payers()) {
        if (await budgets.spend(payer.id, month, most, payer.caps)) {
          reserved.push(payer.id);
          continue;
        }
        await correct(reserved, month, { tokens: -most.tokens, cost: -most.cost });
        return { refused: refusal(payer, await budgets.spent(payer.id, month), most, now) };
      }
      return {
        settle: (used) =>
          correct(reserved, month, { tokens: used.tokens - most.tokens, cost: used.cost - most.cost }),
      };
    },
  };
}

type Amount = { tokens: number; cost: number };

function refusal({ whose, raisedBy, caps }: Payer, spent: Amount, most: Amount, now: Date): string {
  const { tokens, cost } = caps;
  const of =
    passedCap(spent, most, caps) === 'cost'
      ? `the ${whose} of ${money(cost ?? 0)} is reached (${money(spent.cost)} used, up to ${money(most.cost)} needed for the next call).`
      : `the ${whose} of ${tokens ?? 0} tokens is reached (${spent.tokens} used, up to ${most.tokens} needed for the next call).`;
  const day = nextMonth(now).toISOString().slice(0, 10);
  return `${of} Check again from ${day}, or after ${raisedBy} has raised the budget.`;
}
