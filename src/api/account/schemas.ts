import { z } from 'zod';
import { strict } from '../fields.ts';

const email = () => z.string().trim().pipe(z.email('must be an email address'));

export const signInInput = () => strict({ email: email(), password: z.string() });

export const signUpInput = () =>
  strict({ email: email(), password: z.string(), name: z.string().default('') });

export const passwordInput = () => strict({ current: z.string(), next: z.string() });

export const userRecord = z.object({ _id: z.string(), email: z.string(), name: z.string() });

export const signedOut = z.object({ success: z.literal(true) });
