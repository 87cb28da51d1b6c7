import { reviewTokens, type Token } from '../../domain/token.ts';
import type { TokenStore } from '../ports/records.ts';
import type { Admissions } from './database/admissions.ts';
import { dateOf, newestFirst, type Records, type TokenDoc, timeOf } from './database/records.ts';

export function tokenStore({ tokens }: Records, admissions: Admissions): TokenStore {
  async function list(userId: string): Promise<Token[]> {
    const found = await tokens.find({ userId }, { sort: newestFirst });
    return found.map(tokenOf);
  }

  return {
    async insert(token, admit) {
      const { _id, userId, createdAt } = token;
      const now = new Date(createdAt);
      await admissions({ of: `tokens of ${userId}`, id: _id, amount: 1 }, admit ?? (() => {}), {
        async has(without) {
          return reviewTokens(
            (await list(userId)).filter((one) => !without.includes(one._id)),
            now,
          ).active;
        },
        async write() {
          if (!(await tokens.insert(tokenDoc(token)))) {
            throw new TypeError(`a token with the id ${_id} exists`);
          }
          for (const ended of reviewTokens(await list(userId), now).forgotten) {
            await tokens.remove({ _id: ended });
          }
        },
        undo: () => tokens.remove({ _id }),
      });
    },

    async find(id) {
      const found = await tokens.first({ _id: id });
      return found === null ? null : tokenOf(found);
    },

    list,

    async revoke(userId, id, at) {
      const revoked = await tokens.change({ _id: id, userId, revokedAt: null }, { $set: { revokedAt: at } });
      return revoked || (await tokens.first({ _id: id, userId })) !== null;
    },

    async touch(id, at) {
      await tokens.change({ _id: id }, { $max: { lastUsedAt: at } });
    },
  };
}

export function tokenDoc(token: Token): TokenDoc {
  return {
    ...token,
    createdAt: new Date(token.createdAt),
    expiresAt: dateOf(token.expiresAt),
    lastUsedAt: dateOf(token.lastUsedAt),
    revokedAt: dateOf(token.revokedAt),
  };
}

export function tokenOf(doc: TokenDoc): Token {
  return {
    ...doc,
    createdAt: doc.createdAt.toISOString(),
    expiresAt: timeOf(doc.expiresAt),
    lastUsedAt: timeOf(doc.lastUsedAt),
    revokedAt: timeOf(doc.revokedAt),
  };
}
