import type { UserContext } from '../context.ts';
import { originOf } from '../recorded.ts';

/** Records in the log of each workspace that a person left it, because the account was deleted. */
export async function recordLeft(ctx: UserContext, userId: string, left: readonly string[]): Promise<void> {
  const change = {
    action: 'workspaces.removeMember',
    origin: originOf(ctx),
    record: { kind: 'member', id: userId },
  };
  for (const ownerId of left)
    await ctx.services.audit.during(
      { ...change, ownerId },
      async () => null,
      () => ({ outcome: 'done' }),
    );
}
