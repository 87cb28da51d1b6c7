import type { Json } from '../../../engine/model/result.ts';
import type { IdempotentRequest } from '../../domain/records/idempotency.ts';
import type { IdempotencyStore } from '../ports/records.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

export function idempotencyStore(database: Database): IdempotencyStore {
  return {
    async claim(request, now, isDead) {
      return database.transaction(() => {
        const stored = database.first('idempotent_requests', keyOf(request), requestOf);
        const time = now.getTime();
        if (stored === null || Date.parse(stored.expiresAt) <= time) {
          saveRequest(database, request);
          return { mine: true, request };
        }
        const lost = stored.answer === null && isDead(stored.lease);
        if (!lost || stored.fingerprint !== request.fingerprint) return { mine: false, request: stored };
        const again = { ...request, recordId: stored.recordId };
        saveRequest(database, again);
        return { mine: true, request: again };
      });
    },

    async complete(request, answer) {
      const mine = { ...keyOf(request), record_id: request.recordId };
      database.update('idempotent_requests', { answer: JSON.stringify(answer) }, mine);
    },

    async forget(request) {
      database.run(`delete from idempotent_requests ${claimed} and answer is null`, [
        ...Object.values(keyOf(request)),
        request.recordId,
      ]);
    },
  };
}

/** Writes a request unchanged; a stored request with the same key is replaced. */
export function saveRequest(database: Database, request: IdempotentRequest): void {
  const { userId, scope, key, fingerprint, recordId, answer, lease, expiresAt } = request;
  database.insert(
    'idempotent_requests',
    {
      user_id: userId,
      ...{ scope, key, fingerprint, lease },
      record_id: recordId,
      answer: answer === null ? null : JSON.stringify(answer),
      expires_at: new Date(expiresAt),
    },
    'is replaced',
  );
}

const claimed = 'where user_id = ? and scope = ? and key = ? and record_id = ?';

function keyOf({ userId, scope, key }: IdempotentRequest) {
  return { user_id: userId, scope, key };
}

export function requestOf(row: Row): IdempotentRequest {
  return {
    userId: row.text('user_id'),
    scope: row.text('scope'),
    key: row.text('key'),
    fingerprint: row.text('fingerprint'),
    recordId: row.text('record_id'),
    answer: row.textOrNull('answer') === null ? null : row.json<Json>('answer'),
    lease: row.text('lease'),
    expiresAt: new Date(row.integer('expires_at')).toISOString(),
  };
}
