import type { Review } from '../../../engine/model/finding.ts';
import type { ReviewedPlace, StoredReview } from '../../domain/review.ts';
import { reviewTokens, type Token } from '../../domain/token.ts';
import type { ReviewStore, SourceTextStore, TokenStore } from '../port.ts';
import type { Admissions } from './admissions.ts';
import { compareAndSet, lost } from './compare-and-set.ts';
import type { Contents } from './contents.ts';
import type { Records, TokenDoc } from './records.ts';

const dayMs = 86_400_000;

export function reviewStore({ reviews }: Records): ReviewStore {
  return {
    change: (place, change) =>
      compareAndSet(async () => {
        const _id = reviewId(place);
        const found = await reviews.first('one', { _id });
        const next = change(found === null ? null : JSON.parse(found.doc));
        const doc = JSON.stringify(next);
        const written = await (found === null
          ? next === null || reviews.insert({ _id, ...place, doc })
          : next === null
            ? reviews.remove('one', { _id, doc: found.doc })
            : reviews.change('one', { _id, doc: found.doc }, { $set: { doc } }));
        return written ? next : lost;
      }),

    async find(userId, projectId, fingerprints) {
      const filter = { userId, projectId, fingerprint: { $in: fingerprints } };
      const found = await reviews.find('withFingerprint', filter);
      return new Map(found.map(({ fingerprint, doc }): [string, Review] => [fingerprint, JSON.parse(doc)]));
    },
  };
}

export function tokenStore({ tokens }: Records, admissions: Admissions): TokenStore {
  const list = async (userId: string) => (await tokens.find('ofOwner', { userId })).map(tokenOf);

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
            await tokens.remove('one', { _id: ended });
          }
        },
        async undo() {
          await tokens.remove('one', { _id });
        },
      });
    },

    async find(id) {
      const found = await tokens.first('one', { _id: id });
      return found === null ? null : tokenOf(found);
    },

    list,

    async revoke(userId, id, at) {
      const revoked = await tokens.change(
        'one',
        { _id: id, userId, revokedAt: null },
        { $set: { revokedAt: at } },
      );
      return revoked || (await tokens.first('one', { _id: id, userId })) !== null;
    },

    async touch(id, at) {
      await tokens.change('one', { _id: id }, { $max: { lastUsedAt: at } });
    },
  };
}

export function sourceTextStore({ sourceTexts }: Records, contents: Contents): SourceTextStore {
  const idOf = (userId: string, key: string) => JSON.stringify([userId, key]);
  return {
    async get(userId, key, now) {
      const _id = idOf(userId, key);
      const found = await sourceTexts.first('one', { _id });
      if (found === null) return null;
      if (now.getTime() - found.usedAt.getTime() > dayMs) {
        await sourceTexts.change('one', { _id }, { $max: { usedAt: now } });
      }
      return contents.read(userId, textOf(_id), found.content);
    },

    async put(userId, key, bytes, now) {
      const _id = idOf(userId, key);
      const content = await contents.write(userId, textOf(_id), bytes);
      await sourceTexts.put([{ filter: { _id }, replacement: { userId, usedAt: now, content } }]);
      await contents.removeOthers(userId, textOf(_id), [content]);
    },
  };
}

/** Removes extracted texts that were last used before the given time, and returns their number. */
export async function removeUnusedTexts(
  { sourceTexts }: Records,
  contents: Contents,
  since: Date,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await sourceTexts.find('unusedSince', { usedAt: { $lt: since } }, { limit: 100 });
    for (const { _id, userId, usedAt } of found) {
      const unused = await sourceTexts.remove('one', { _id, usedAt });
      if (unused === 0) continue;
      await contents.removeOthers(userId, textOf(_id), []);
      removed += 1;
    }
    if (found.length < 100) return removed;
  }
}

/** The owner of the pieces of an extracted text. */
export function textOf(id: string): string {
  return `text ${id}`;
}

function reviewId({ userId, projectId, fingerprint }: ReviewedPlace): string {
  return JSON.stringify([userId, projectId, fingerprint]);
}

/** Writes a review, whether or not it exists. */
export function reviewWrite({ userId, projectId, fingerprint, ...review }: StoredReview) {
  const kept: Review = review;
  return {
    filter: { _id: reviewId({ userId, projectId, fingerprint }) },
    replacement: { userId, projectId, fingerprint, doc: JSON.stringify(kept) },
  };
}

export function tokenDoc({ _id, userId, createdAt, lastUsedAt, revokedAt, ...rest }: Token): TokenDoc {
  return {
    _id,
    userId,
    createdAt: new Date(createdAt),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
    revokedAt: revokedAt === null ? null : new Date(revokedAt),
    doc: JSON.stringify(rest),
  };
}

export function tokenOf({ _id, userId, createdAt, lastUsedAt, revokedAt, doc }: TokenDoc): Token {
  const rest: Pick<Token, 'name' | 'hash' | 'last4' | 'expiresAt'> = JSON.parse(doc);
  return {
    ...rest,
    _id,
    userId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}
