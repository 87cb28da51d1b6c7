import { z } from 'zod';
import { sessionProcedure } from '../trpc.ts';
import { monthlyUsage } from '../usage/schemas.ts';
import { recordLeft } from './record-left.ts';
import {
  budgetInput,
  disabledInput,
  invitationRecord,
  inviteInput,
  personRecord,
  personRef,
  removalInput,
} from './schemas.ts';

/** Creates an account and invites its owner, by mail or by a link that only this answer contains. */
export const invitePerson = sessionProcedure
  .input(inviteInput())
  .output(z.object({ person: personRecord, invitation: invitationRecord }))
  .mutation(({ ctx, input }) => ctx.people.invite(ctx.actor, input));

/** Makes a new link for a person who has not signed in yet. */
export const inviteAgain = sessionProcedure
  .input(personRef())
  .output(invitationRecord)
  .mutation(({ ctx, input }) => ctx.people.inviteAgain(ctx.actor, input.id));

/** Disables a person, which ends their sessions and tokens at once, or enables the person again. */
export const setDisabled = sessionProcedure
  .input(disabledInput())
  .output(personRecord)
  .mutation(({ ctx, input }) => ctx.people.setDisabled(ctx.actor, input.id, input.disabled));

/** Deletes an account with its records, or hands them to another person. */
export const removePerson = sessionProcedure
  .input(removalInput())
  .output(z.object({ success: z.literal(true) }))
  .mutation(async ({ ctx, input: { id, heir } }) => {
    await recordLeft(ctx, id, await ctx.people.remove(ctx.actor, id, heir));
    return { success: true };
  });

/** Sets what a person may spend on models in a month. */
export const setBudget = sessionProcedure
  .input(budgetInput())
  .output(monthlyUsage)
  .mutation(({ ctx, input }) => ctx.people.setBudget(ctx.actor, input.id, input.caps));
