import { z } from 'zod';
import { idOf, strict } from '../fields.ts';

export const email = () => z.string().trim().max(254).pipe(z.email('must be an email address'));

/** The name of a person, on one line; it can be empty. */
export const personName = () =>
  z
    .string()
    .trim()
    .max(100)
    .regex(/^\P{Cc}*$/u, 'must be on one line, without control characters');

export const signInInput = () => strict({ email: email(), password: z.string() });

export const signUpInput = () =>
  strict({ email: email(), password: z.string(), name: personName().default('') });

export const passwordInput = () => strict({ current: z.string(), next: z.string() });

export const nameInput = () => strict({ name: personName() });

export const resetInput = () => strict({ email: email() });

export const linkInput = () => strict({ secret: z.string().max(200), password: z.string() });

export const sessionRef = () => strict({ id: idOf('session') });

export const userRecord = z.object({ _id: z.string(), email: z.string(), name: z.string() });

export const sessionRecord = z.object({
  _id: z.string(),
  userAgent: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
});

export const signedOut = z.object({ success: z.literal(true) });
