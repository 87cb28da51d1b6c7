import type { Json } from '../../../engine/model/result.ts';
import type { IdempotentRequest } from '../../domain/records/idempotency.ts';
import type { IdempotencyStore } from '../ports/records.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

const byKey = 'where user_id = ? and scope = ? and key = ?';

export function idempotencyStore(database: Database): IdempotencyStore {
  const save = (request: IdempotentRequest) => saveRequest(database, request);

  return {
    async claim(request, now, isDead) {
      return database.transaction(() => {
        const row = database.get(`select * from idempotent_requests ${byKey}`, keyOf(request));
        const stored = row === null ? null : requestOf(row);
        const time = now.getTime();
        if (stored === null || Date.parse(stored.expiresAt) <= time) {
          save(request);
          return { mine: true, request };
        }
        const lost = stored.answer === null && isDead(stored.lease);
        if (!lost || stored.fingerprint !== request.fingerprint) return { mine: false, request: stored };
        const again = { ...request, recordId: stored.recordId };
        save(again);
        return { mine: true, request: again };
      });
    },

    async complete(request, answer) {
      database.run(`update idempotent_requests set answer = ? ${byKey} and record_id = ?`, [
        JSON.stringify(answer),
        ...keyOf(request),
        request.recordId,
      ]);
    },

    async forget(request) {
      database.run(`delete from idempotent_requests ${byKey} and record_id = ? and answer is null`, [
        ...keyOf(request),
        request.recordId,
      ]);
    },
  };
}

/** Writes a request unchanged; a stored request with the same key is replaced. */
export function saveRequest(database: Database, request: IdempotentRequest): void {
  database.run(
    `insert into idempotent_requests (user_id, scope, key, fingerprint, record_id, answer, lease, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (user_id, scope, key) do update set fingerprint = excluded.fingerprint,
       record_id = excluded.record_id, answer = excluded.answer, lease = excluded.lease,
       expires_at = excluded.expires_at`,
    [
      ...keyOf(request),
      request.fingerprint,
      request.recordId,
      request.answer === null ? null : JSON.stringify(request.answer),
      request.lease,
      Date.parse(request.expiresAt),
    ],
  );
}

function keyOf(request: IdempotentRequest): string[] {
  return [request.userId, request.scope, request.key];
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
