import { z } from 'zod';
import { sessionProcedure } from '../trpc.ts';
import { belongingsRecord, personRecord, personRef, rulesRecord, usageRecord } from './schemas.ts';

/** Returns everyone with an account, oldest account first. The first one is the administrator. */
export const listPeople = sessionProcedure
  .output(z.array(personRecord))
  .query(({ ctx }) => ctx.people.list(ctx.actor));

/** Returns what one person has stored and used. */
export const usageOfPerson = sessionProcedure
  .input(personRef())
  .output(usageRecord)
  .query(({ ctx, input }) => ctx.people.usage(ctx.actor, input.id));

/** Returns what would be deleted with an account; also for the person. */
export const belongings = sessionProcedure
  .input(personRef())
  .output(belongingsRecord)
  .query(({ ctx, input }) => ctx.people.belongings(ctx.actor, input.id));

/** Returns the limits that apply to each person, and how long records are kept. */
export const rulesForPeople = sessionProcedure
  .output(rulesRecord)
  .query(({ ctx }) => ctx.people.rules(ctx.actor));
