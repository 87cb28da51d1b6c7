import { z } from 'zod';
import { email, personName } from '../account/schemas.ts';
import { idOf, strict } from '../fields.ts';
import { monthlyUsage } from '../usage/schemas.ts';

const amount = z.int().min(0);

export const inviteInput = () => strict({ email: email(), name: personName().default('') });

export const personRef = () => strict({ id: idOf('person') });

/**
 * `heir` is the person who gets the records; null to delete them. `proof`, for the own account, is its password, or its
 * email if it has none.
 */
export const removalInput = () =>
  strict({ id: idOf('person'), heir: idOf('person').nullable(), proof: z.string().max(300).default('') });

/** What goes with an account. `refused` says why the account cannot be deleted; null if it can. */
export const belongingsRecord = z.object({
  politics: amount,
  projects: amount,
  runs: amount,
  tokens: amount,
  files: amount,
  storedBytes: amount,
  refused: z.string().nullable(),
});

export const personRecord = z.object({
  _id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  disabledAt: z.iso.datetime().nullable(),
  invited: z.boolean(),
});

/** `link` is in the answer only if no mail was sent, for the reason in `problem`. */
export const invitationRecord = z.object({
  sent: z.boolean(),
  link: z.string().nullable(),
  problem: z.string().nullable(),
  expiresAt: z.iso.datetime(),
});

const cap = () => z.number().min(0).max(1_000_000_000_000).nullable();

/** `caps` is null to apply the caps of the settings again; a cap of null means no cap. */
export const budgetInput = () =>
  strict({ id: idOf('person'), caps: strict({ tokens: cap(), cost: cap() }).nullable() });

export const usageRecord = z.object({
  runs: amount,
  pages: amount,
  modelTokens: amount,
  storedBytes: amount,
  month: monthlyUsage,
});

export const rulesRecord = z.object({
  quotas: z.object({
    politics: amount,
    projects: amount,
    runs: amount,
    tokens: amount,
    streams: amount,
    storedBytes: amount,
    workspaces: amount,
  }),
  retention: z.object({ runsDays: amount, textsDays: amount }),
});
