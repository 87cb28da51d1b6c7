import type { RecordLimit, TokenScope } from './records/rights.ts';

/** An API token as it is stored: without the secret, which is only shown when the token is created. */
export type Token = {
  _id: string;
  /** The person who made the token, and for whom it acts. */
  userId: string;
  /** The workspace in which the token acts: the one in which it was made. */
  workspaceId: string;
  name: string;
  /** SHA-256 of the secret in hex. The secret has 256 random bits, so a fast hash is enough. */
  hash: string;
  /** The last four characters, to tell tokens apart. */
  last4: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** What the token may do. Absent in tokens of earlier releases, which have every scope. */
  scopes?: readonly TokenScope[];
  /** Absent if the token is not limited to one record. */
  limit?: RecordLimit;
};

export type TokenState = 'active' | 'expired' | 'revoked';

export function tokenState(token: Pick<Token, 'revokedAt' | 'expiresAt'>, now: Date): TokenState {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && Date.parse(token.expiresAt) <= now.getTime() ? 'expired' : 'active';
}

/** How many revoked and expired tokens are kept for each user; the oldest are removed. */
const mostEnded = 100;

/**
 * Counts a user's valid tokens, and returns the ids of the revoked and expired tokens that can be removed. `tokens` are
 * all tokens of the user, newest first.
 */
export function reviewTokens(tokens: readonly Token[], now: Date): { active: number; forgotten: string[] } {
  const ended = tokens.filter((token) => tokenState(token, now) !== 'active');
  return {
    active: tokens.length - ended.length,
    forgotten: ended.slice(mostEnded).map(({ _id }) => _id),
  };
}
