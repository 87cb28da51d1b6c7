/** An API token as it is stored: the secret itself is shown once and never kept. */
export type Token = {
  _id: string;
  userId: string;
  name: string;
  /** Hex SHA-256 of the secret. The secret has 256 random bits, so that a fast hash is enough. */
  hash: string;
  /** The last four characters, to tell tokens apart. */
  last4: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

export type TokenState = 'active' | 'expired' | 'revoked';

export function tokenState(token: Pick<Token, 'revokedAt' | 'expiresAt'>, now: Date): TokenState {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && Date.parse(token.expiresAt) <= now.getTime() ? 'expired' : 'active';
}

/** Revoked and expired tokens that are kept to be looked at, the newest of each user. */
const mostEnded = 100;

/** How many of a user's tokens are good, and which of the others need not be kept any more. `tokens` come newest first. */
export function reviewTokens(tokens: readonly Token[], now: Date): { active: number; forgotten: string[] } {
  const ended = tokens.filter((token) => tokenState(token, now) !== 'active');
  return {
    active: tokens.length - ended.length,
    forgotten: ended.slice(mostEnded).map(({ _id }) => _id),
  };
}
