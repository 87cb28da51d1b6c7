import type { IdempotentRequest } from '../../domain/records/idempotency.ts';
import type { IdempotencyStore } from '../ports/records.ts';
import { compareAndSet, lost } from './database/compare-and-set.ts';
import type { IdempotentDoc, Records } from './database/records.ts';

export function idempotencyStore({ idempotentRequests }: Records): IdempotencyStore {
  const keyOf = ({ userId, scope, key }: IdempotentRequest) => ({ userId, scope, key });

  return {
    claim: (request, now, isDead) =>
      compareAndSet(async () => {
        if (await idempotentRequests.insert(requestDoc(request))) return { mine: true, request };
        const stored = await idempotentRequests.first(keyOf(request));
        if (stored === null) return lost;
        const expired = stored.expiresAt <= now;
        const abandoned = stored.answer === null && isDead(stored.lease ?? '');
        if (!expired && !(abandoned && stored.fingerprint === request.fingerprint)) {
          return { mine: false, request: requestOf(stored) };
        }
        const again = expired ? request : { ...request, recordId: stored.recordId };
        const { recordId, fingerprint, lease, expiresAt, answer } = stored;
        const { _id, ...next } = requestDoc(again);
        const taken = await idempotentRequests.change(
          { ...keyOf(request), recordId, fingerprint, lease, expiresAt, answer },
          { $set: next },
        );
        return taken ? { mine: true, request: again } : lost;
      }),

    async complete(request, answer) {
      await idempotentRequests.change(
        { ...keyOf(request), recordId: request.recordId },
        { $set: { answer: JSON.stringify(answer) } },
      );
    },

    async forget(request) {
      await idempotentRequests.remove({
        ...keyOf(request),
        recordId: request.recordId,
        answer: null,
      });
    },
  };
}

export function requestDoc(request: IdempotentRequest): IdempotentDoc {
  const { userId, scope, key, answer, expiresAt } = request;
  return {
    _id: JSON.stringify([userId, scope, key]),
    ...request,
    answer: answer === null ? null : JSON.stringify(answer),
    expiresAt: new Date(expiresAt),
  };
}

export function requestOf({
  _id,
  answer,
  lease = '',
  expiresAt,
  ...request
}: IdempotentDoc): IdempotentRequest {
  return {
    ...request,
    answer: answer === null ? null : JSON.parse(answer),
    lease,
    expiresAt: expiresAt.toISOString(),
  };
}
