import { createTRPCUntypedClient, httpLink } from '@trpc/client';
import * as z from 'zod/mini';

const user = z.object({ _id: z.string(), email: z.string(), name: z.string() });

const token = z.object({
  _id: z.string(),
  name: z.string(),
  last4: z.string(),
  createdAt: z.string(),
  expiresAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
});

const visitor = z.object({
  user: z.nullable(user),
  signUp: z.object({ open: z.boolean(), first: z.boolean() }),
});

const freshToken = z.object({ token, secret: z.string() });

export type User = z.infer<typeof user>;
export type Token = z.infer<typeof token>;
export type SignUp = z.infer<typeof visitor>['signUp'];
/** A token just made, with the whole of its text: the service gives it this once. */
export type FreshToken = z.infer<typeof freshToken>;

/** What the page asks of the server at an origin, in the session of the browser's cookie. */
export function connect(origin: string) {
  const client = createTRPCUntypedClient({ links: [httpLink({ url: `${origin}/trpc` })] });
  return {
    origin,
    visitor: async () => visitor.parse(await client.query('account.me')),
    signUp: async (account: { email: string; password: string; name: string }) =>
      user.parse(await client.mutation('account.signUp', account)),
    signIn: async (credentials: { email: string; password: string }) =>
      user.parse(await client.mutation('account.signIn', credentials)),
    signOut: async () => void (await client.mutation('account.signOut')),
    changePassword: async (change: { current: string; next: string }) =>
      void (await client.mutation('account.changePassword', change)),
    tokens: async () => z.array(token).parse(await client.query('tokens.list')),
    makeToken: async (wish: { name: string; expiresAt: string | null }) =>
      freshToken.parse(await client.mutation('tokens.create', wish)),
    revoke: async (id: string) => token.parse(await client.mutation('tokens.revoke', { id })),
  };
}

export type Service = ReturnType<typeof connect>;
