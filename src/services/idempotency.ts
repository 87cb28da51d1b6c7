import { createHash } from 'node:crypto';
import type { Json } from '../../engine/model/result.ts';
import { AppError, refuseInvalid } from '../domain/errors.ts';
import { type IdempotentRequest, idempotencyKeyPattern } from '../domain/idempotency.ts';
import { newObjectId } from '../domain/object-id.ts';
import type { Actor } from '../domain/owned.ts';
import type { Dependencies } from './dependencies.ts';

/** A request under an `Idempotency-Key`. `scope` names the operation with its path, `body` is what was sent. */
export type KeyedRequest = { key: string; scope: string; body: Json };

export interface IdempotencyService {
  /**
   * Does the work once for a key and replays its answer for 24 hours. `work` gets the id that the record it makes
   * must have, so that a second try after a crash finds what the first one made. A failure frees the key.
   * Throws `idempotency_key_reused` for another body, `idempotency_key_running` while the first request runs.
   */
  once(
    actor: Actor,
    request: KeyedRequest,
    work: (recordId: string) => Promise<Json>,
  ): Promise<{ answer: Json; replayed: boolean }>;
}

const keptMs = 24 * 60 * 60 * 1000;
/** How long a request may run before another with the same key takes over; its process is taken for dead then. */
const claimMs = 60_000;

export function idempotencyService({
  store,
  clock,
  log,
}: Pick<Dependencies, 'store' | 'clock' | 'log'>): IdempotencyService {
  return {
    async once(actor, { key, scope, body }, work) {
      if (!idempotencyKeyPattern.test(key)) {
        refuseInvalid([{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }]);
      }
      const now = clock.now();
      const asked: IdempotentRequest = {
        userId: actor.userId,
        scope,
        key,
        fingerprint: fingerprintOf(body),
        recordId: newObjectId(now),
        answer: null,
        claimedUntil: new Date(now.getTime() + claimMs).toISOString(),
        expiresAt: new Date(now.getTime() + keptMs).toISOString(),
      };
      const { mine, request } = await store.idempotency.claim(asked, now);
      if (!mine) return { answer: earlierAnswer(request, asked), replayed: true };
      try {
        const answer = await work(request.recordId);
        await store.idempotency
          .complete(request, answer)
          .catch((error: unknown) => log.error({ error, scope }, 'an answer was not kept for its key'));
        return { answer, replayed: false };
      } catch (error) {
        await store.idempotency
          .forget(request)
          .catch((cause: unknown) => log.error({ error: cause, scope }, 'a key was not freed'));
        throw error;
      }
    },
  };
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

/** Equal for bodies that mean the same: the order of members does not matter. */
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
