import { reviewTokens, type Token } from '../../domain/token.ts';
import type { TokenStore } from '../ports/records.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

type Doc = Pick<Token, 'workspaceId' | 'name' | 'hash' | 'last4' | 'expiresAt' | 'scopes' | 'limit'>;

export function tokenStore(database: Database): TokenStore {
  function list(userId: string): Token[] {
    const own = 'select * from tokens where user_id = ? order by created_at desc, id';
    return database.all(own, [userId]).map(tokenOf);
  }

  return {
    async insert(token, admit) {
      database.transaction(() => {
        const { active, forgotten } = reviewTokens(list(token.userId), new Date(token.createdAt));
        admit?.(active);
        for (const id of forgotten) database.remove('tokens', { id });
        insertToken(database, token);
      });
    },

    async find(id) {
      return database.first('tokens', { id }, tokenOf);
    },

    async list(userId) {
      return list(userId);
    },

    async revoke(userId, id, at) {
      const changed = database.run(
        'update tokens set revoked_at = coalesce(revoked_at, ?) where id = ? and user_id = ?',
        [at, id, userId],
      );
      return changed === 1;
    },

    async touch(id, at) {
      const touched = 'update tokens set last_used_at = max(coalesce(last_used_at, 0), ?) where id = ?';
      database.run(touched, [at, id]);
    },
  };
}

export function insertToken(database: Database, token: Token, ifThere?: 'is replaced'): void {
  const { workspaceId, name, hash, last4, expiresAt, scopes, limit } = token;
  const optional = { ...(scopes && { scopes }), ...(limit && { limit }) };
  const doc: Doc = { workspaceId, name, hash, last4, expiresAt, ...optional };
  database.insert(
    'tokens',
    {
      id: token._id,
      user_id: token.userId,
      created_at: new Date(token.createdAt),
      last_used_at: token.lastUsedAt && Date.parse(token.lastUsedAt),
      revoked_at: token.revokedAt && Date.parse(token.revokedAt),
      doc: JSON.stringify(doc),
    },
    ifThere,
  );
}

export function tokenOf(row: Row): Token {
  return {
    // Tokens of earlier releases contain no workspace: they act in the user's own.
    ...{ workspaceId: row.text('user_id') },
    ...row.json<Doc>('doc'),
    _id: row.text('id'),
    userId: row.text('user_id'),
    createdAt: new Date(row.integer('created_at')).toISOString(),
    lastUsedAt: timeOrNull(row.integerOrNull('last_used_at')),
    revokedAt: timeOrNull(row.integerOrNull('revoked_at')),
  };
}

function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
