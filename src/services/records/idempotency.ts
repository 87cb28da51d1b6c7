import { createHash } from 'node:crypto';
import type { Json } from '../../../engine/model/result.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import { type IdempotentRequest, idempotencyKeyPattern } from '../../domain/records/idempotency.ts';
import { newObjectId } from '../../domain/records/object-id.ts';
import type { Actor } from '../../domain/records/owned.ts';
import { tokenScopes } from '../../domain/records/rights.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Lease } from '../leases/leases.ts';

/**
 * A request with an `Idempotency-Key`. `scope` names the operation, so that requests of different operations can have
 * the same key.
 */
export type KeyedRequest = { key: string; scope: string; body: Json };

const retentionMs = 24 * 60 * 60 * 1000;
/** The delay before the second attempt to store an answer. The delay doubles after each further failure. */
const firstWaitMs = 1_000;
/** The longest delay between two attempts to store an answer. */
const longestWaitMs = 60_000;

export function idempotencyService({
  store,
  clock,
  log,
  holder,
}: Pick<Dependencies, 'store' | 'clock' | 'log' | 'holder'>) {
  async function claimed(asked: IdempotentRequest, now: Date, lease: Lease) {
    let mine = false;
    try {
      const claim = await store.idempotency.claim(asked, now, holder.isDead);
      mine = claim.mine;
      return claim;
    } finally {
      if (!mine) lease.end();
    }
  }

  /**
   * Stores the outcome of a request with `write`, then ends the lease. If `write` fails, it is called again later, and
   * the lease stays valid until `write` succeeds.
   */
  async function settle(write: () => Promise<void>, lease: Lease, waitMs = firstWaitMs): Promise<void> {
    try {
      await write();
      lease.end();
    } catch (error) {
      log.error({ error }, 'the response to a request with an Idempotency-Key could not be stored');
      setTimeout(() => void settle(write, lease, Math.min(2 * waitMs, longestWaitMs)), waitMs).unref();
    }
  }

  return {
    /**
     * Does the work once for each key, and returns the same answer to repeated requests for 24 hours. `work` gets the id
     * for the record that it creates, so that a second attempt after a crash finds the record of the first attempt. If
     * the work fails, the key can be used again. Throws `idempotency_key_reused` if the body differs from that of the
     * first request, and `idempotency_key_running` while the first request is running.
     */
    async once(actor: Actor, { key, scope, body }: KeyedRequest, work: (recordId: string) => Promise<Json>) {
      if (!idempotencyKeyPattern.test(key)) {
        refuseInvalid([{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }]);
      }
      const now = clock.now();
      const lease = holder.take();
      const asked: IdempotentRequest = {
        userId: actor.userId,
        scope: `${scope}${permissionsOf(actor)}${workspaceOf(actor)}`,
        key,
        fingerprint: fingerprintOf(body),
        recordId: newObjectId(now),
        answer: null,
        lease: lease.name,
        expiresAt: new Date(now.getTime() + retentionMs).toISOString(),
      };
      const { mine, request } = await claimed(asked, now, lease);
      if (!mine) return { answer: earlierAnswer(request, asked), replayed: true };
      let answer: Json;
      try {
        answer = await work(request.recordId);
      } catch (error) {
        await settle(() => store.idempotency.forget(request), lease);
        throw error;
      }
      await settle(() => store.idempotency.complete(request, answer), lease);
      return { answer, replayed: false };
    },
  };
}

/**
 * A part of the scope of a request that differs between the permissions of callers, so that a token never gets an
 * answer that the request of another token with more permissions has stored.
 */
function permissionsOf({ scopes, limit }: Actor): string {
  if (limit === null && (scopes === null || scopes.length === tokenScopes.length)) return '';
  return ` as ${JSON.stringify([scopes, limit])}`;
}

/** A part of the scope that differs between workspaces; empty for the user's own. */
function workspaceOf({ userId, workspaceId }: Actor): string {
  return workspaceId === userId ? '' : ` in ${workspaceId}`;
}

function earlierAnswer(stored: IdempotentRequest, asked: IdempotentRequest): Json {
  if (stored.fingerprint !== asked.fingerprint) {
    throw new AppError(
      'idempotency_key_reused',
      'this Idempotency-Key was used with another body: use a new key for a new request',
    );
  }
  if (stored.answer === null) {
    throw new AppError(
      'idempotency_key_running',
      'the first request with this Idempotency-Key is still running: wait a moment and send it again',
    );
  }
  return stored.answer;
}

/** Returns a hash of the body that does not depend on the order of the members of objects. */
function fingerprintOf(body: Json): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('hex');
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]));
}
