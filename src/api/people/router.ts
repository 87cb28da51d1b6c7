import { z } from 'zod';
import { idOf, strict } from '../fields.ts';
import { originOf } from '../recorded.ts';
import { passwordProcedure, router, sessionProcedure } from '../trpc.ts';
import { monthlyUsage } from '../usage/schemas.ts';
import {
  belongingsRecord,
  budgetInput,
  invitationRecord,
  inviteInput,
  personRecord,
  personRef,
  removalInput,
  rulesRecord,
  usageRecord,
} from './schemas.ts';

/** For the administrator on the dashboard: these procedures are not served under /v1. */
export const peopleRouter = router({
  /** Returns everyone with an account, oldest account first. The first one is the administrator. */
  list: sessionProcedure.output(z.array(personRecord)).query(({ ctx }) => ctx.people.list(ctx.actor)),

  /** Returns what one person has stored and used. */
  usage: sessionProcedure
    .input(personRef())
    .output(usageRecord)
    .query(({ ctx, input }) => ctx.people.usage(ctx.actor, input.id)),

  /** Returns the limits that apply to each person, and how long records are kept. */
  rules: sessionProcedure.output(rulesRecord).query(({ ctx }) => ctx.people.rules(ctx.actor)),

  /** Creates an account and invites its owner, by mail or by a link that only this answer contains. */
  invite: sessionProcedure
    .input(inviteInput())
    .output(z.object({ person: personRecord, invitation: invitationRecord }))
    .mutation(({ ctx, input }) => ctx.people.invite(ctx.actor, input)),

  /** Makes a new link for a person who has not signed in yet. */
  inviteAgain: sessionProcedure
    .input(personRef())
    .output(invitationRecord)
    .mutation(({ ctx, input }) => ctx.people.inviteAgain(ctx.actor, input.id)),

  /** Disables a person, which ends their sessions and tokens at once, or enables the person again. */
  setDisabled: sessionProcedure
    .input(strict({ id: idOf('person'), disabled: z.boolean() }))
    .output(personRecord)
    .mutation(({ ctx, input }) => ctx.people.setDisabled(ctx.actor, input.id, input.disabled)),

  /** Sets what a person may spend on models in a month. */
  setBudget: sessionProcedure
    .input(budgetInput())
    .output(monthlyUsage)
    .mutation(({ ctx, input }) => ctx.people.setBudget(ctx.actor, input.id, input.caps)),

  /** Returns what would be deleted with an account; also for the person. */
  belongings: sessionProcedure
    .input(personRef())
    .output(belongingsRecord)
    .query(({ ctx, input }) => ctx.people.belongings(ctx.actor, input.id)),

  /**
   * Deletes an account with its records, or hands them to another person. The log of the administrator has an entry, also if
   * the owner deletes it, and so has the log of each workspace that the person leaves.
   */
  remove: passwordProcedure
    .input(removalInput())
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input: { id, ...how } }) => {
      const { actor, accounts } = ctx;
      const [administrator] = await accounts.people();
      const left = await ctx.people.remove(actor, id, how);
      const logs = left.map((ownerId) => ({ ownerId, action: 'workspaces.removeMember', kind: 'member' }));
      if (administrator !== undefined && id === actor.userId)
        logs.push({ ownerId: administrator._id, action: 'people.remove', kind: 'user' });
      for (const { kind, ...log } of logs) {
        const change = { ...log, origin: originOf(ctx), record: { kind, id } };
        await ctx.services.audit.during(
          change,
          async () => null,
          () => ({ outcome: 'done' }),
        );
      }
      if (id === actor.userId) ctx.answer.cookies = await accounts.signOut(ctx.headers.cookie ?? '');
      return { success: true };
    }),
});
