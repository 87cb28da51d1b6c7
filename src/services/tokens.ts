import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError, refuseInvalid } from '../domain/errors.ts';
import { newObjectId, requireObjectId } from '../domain/records/object-id.ts';
import type { Actor } from '../domain/records/owned.ts';
import { fewerThan } from '../domain/records/quota.ts';
import { type RecordLimit, type TokenScope, tokenScopes } from '../domain/records/rights.ts';
import { hasHash, secretHash } from '../domain/secret-hash.ts';
import { type Token, tokenState } from '../domain/token.ts';
import { isShutOut } from '../store/ports/auth.ts';
import type { Dependencies } from './dependencies.ts';
import { ownedPolitics, ownedProject } from './records/owned-records.ts';
import { asMember } from './workspaces/membership.ts';

/** A token as its owner sees it. */
export type ShownToken = Omit<Token, 'hash' | 'scopes' | 'limit'> & {
  scopes: TokenScope[];
  limit: RecordLimit | null;
};

export type NewToken = {
  name: string;
  expiresAt?: string | null;
  /** Every scope by default; for a token with a `limit`, every scope but `administer`. */
  scopes?: readonly TokenScope[] | undefined;
  limit?: RecordLimit | null;
};

/** A stored token, and who acts with it; null if the user is disabled or no longer a member of the workspace. */
type Holder = { token: Token | null; actor: Actor | null };

/** The form of a token. Its secret has 43 digits, because it is 256 random bits in base 62. */
const form = /^pv_([0-9a-f]{24})_([0-9A-Za-z]{43})$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * The time of the last use of a token is recorded at most once a minute, so that not every request writes to the store.
 */
const touchEveryMs = 60_000;
const rememberedTokens = 10_000;

export type TokenService = ReturnType<typeof tokenService>;

/** API tokens: `pv_<id>_<secret>`. Only a hash of the secret is stored. */
export function tokenService({
  store,
  limits,
  clock,
  log,
}: Pick<Dependencies, 'store' | 'limits' | 'clock' | 'log'>) {
  const admit = fewerThan(limits.LIMIT_TOKENS, 'API tokens', 'revoke one that you no longer need');
  /**
   * The time when this process last recorded a use of each token, in ms since 1970. A concurrent request may have read
   * the token before that write, and must not write again.
   */
  const recorded = new LRUCache<string, number>({ max: rememberedTokens });
  /** What was read of each token. It counts until the store changes. */
  const read = new LRUCache<string, Holder & { revision: string }>({ max: rememberedTokens });

  function noteUse({ _id, lastUsedAt }: Token, now: Date): void {
    const last = Math.max(Date.parse(lastUsedAt ?? '') || 0, recorded.get(_id) ?? 0);
    if (now.getTime() - last < touchEveryMs) return;
    recorded.set(_id, now.getTime());
    store.tokens.touch(_id, now).catch((error: unknown) => {
      recorded.delete(_id);
      log.warn({ error, tokenId: _id }, 'the last use of a token could not be recorded');
    });
  }

  async function holderOf(id: string): Promise<Holder> {
    const revision = store.revision();
    const remembered = read.get(id);
    if (revision !== null && remembered?.revision === revision) return remembered;
    const token = await store.tokens.find(id);
    if (token === null || (await isShutOut(store.auth, token.userId))) return { token, actor: null };
    const { userId, workspaceId, scopes, limit } = shown(token);
    const holder = { token, actor: await asMember(store, { userId, workspaceId, scopes, limit }) };
    if (revision !== null) read.set(id, { ...holder, revision });
    return holder;
  }

  return {
    /**
     * Creates a token. `secret` is the whole token, which cannot be read later. Throws `quota_exceeded`,
     * `politics_not_found` or `project_not_found` for the record of the limit, and `validation_failed` for an expiry in
     * the past, or for a limit together with the scope `administer`.
     */
    async create(
      actor: Actor,
      { name, expiresAt = null, limit = null, scopes = scopesWithin(limit) }: NewToken,
    ) {
      const now = clock.now();
      if (limit !== null && scopes.includes('administer')) {
        const message = 'cannot contain administer if the token is limited to one record';
        refuseInvalid([{ path: 'scopes', message }]);
      }
      if (limit?.kind === 'politics') await ownedPolitics(actor, 'read', limit.id, store);
      if (limit?.kind === 'project') await ownedProject(actor, 'read', limit.id, store);
      if (expiresAt !== null && !(Date.parse(expiresAt) > now.getTime())) {
        refuseInvalid([{ path: 'expiresAt', message: 'must be in the future' }]);
      }
      const _id = newObjectId(now);
      const secret = newSecret();
      const token: Token = {
        _id,
        userId: actor.userId,
        workspaceId: actor.workspaceId,
        name,
        hash: secretHash(secret),
        last4: secret.slice(-4),
        createdAt: now.toISOString(),
        expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
        lastUsedAt: null,
        revokedAt: null,
        scopes: tokenScopes.filter((scope) => scopes.includes(scope)),
        ...(limit && { limit }),
      };
      await store.tokens.insert(token, admit);
      return { token: shown(token), secret: `pv_${_id}_${secret}` };
    },

    /** Lists all tokens of the user, newest first, including revoked and expired ones. */
    async list(actor: Actor) {
      return (await store.tokens.list(actor.userId)).map(shown);
    },

    /** Revokes a token. Throws `token_not_found`. Revoking a token twice is not an error. */
    async revoke(actor: Actor, id: string) {
      const tokenId = requireObjectId(id, 'id');
      const found = await store.tokens.revoke(actor.userId, tokenId, clock.now());
      const token = found ? await store.tokens.find(tokenId) : null;
      if (token === null) throw new AppError('token_not_found', `token ${id} was not found`);
      return shown(token);
    },

    /**
     * Returns the user of a token, and records the time of this use. Returns null if the text is not a token, or the
     * token is unknown, revoked or expired, or its user is disabled or no longer a member of the workspace.
     */
    async verify(given: string) {
      const [, id, secret] = form.exec(given) ?? [];
      if (id === undefined || secret === undefined) return null;
      const { token, actor } = await holderOf(id);
      const now = clock.now();
      const same = hasHash(secret, token?.hash ?? '0'.repeat(64));
      if (token === null || !same || tokenState(token, now) !== 'active' || actor === null) return null;
      noteUse(token, now);
      return { actor, tokenId: id };
    },
  };
}

function newSecret(): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let text = '';
  for (let place = 0; place < 43; place += 1) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

function scopesWithin(limit: RecordLimit | null): readonly TokenScope[] {
  return limit === null ? tokenScopes : tokenScopes.filter((scope) => scope !== 'administer');
}

function shown({ hash: _, scopes = tokenScopes, limit, ...token }: Token): ShownToken {
  return { ...token, scopes: [...scopes], limit: limit ?? null };
}
