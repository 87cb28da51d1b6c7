import { z } from 'zod';

export const email = () => z.string().trim().max(254).pipe(z.email('must be an email address'));

/** The name of a person, on one line; it can be empty. */
export const personName = () =>
  z
    .string()
    .trim()
    .max(100)
    .regex(/^\P{Cc}*$/u, 'must be on one line, without control characters');

export const userRecord = z.object({ _id: z.string(), email: z.string(), name: z.string() });

export const sessionRecord = z.object({
  _id: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
});

export const signedOut = z.object({ success: z.literal(true) });
