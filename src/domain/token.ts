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
