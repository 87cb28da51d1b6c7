import type { AuditEntry } from '../../domain/audit.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { emptyChain, linked } from '../../domain/records/hash-chain.ts';
import type { AuditStore, PendingChange } from '../ports/audit.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

const mostPending = 100;

export function auditStore(database: Database): AuditStore {
  function headOf(ownerId: string) {
    const last = 'select entry from audit_entries where owner_id = ? order by sequence desc limit 1';
    const row = database.get(last, [ownerId]);
    return row === null ? emptyChain : auditEntryOf(row);
  }

  return {
    // The disk gets the note at the latest together with the change, and never the change without the note.
    async begin(change) {
      const { id, since } = change;
      const row = { id, since: new Date(since), doc: JSON.stringify(change) };
      database.transactionUnawaited(() => database.insert('audit_pending', row));
    },

    // If a power failure undoes this, the note is there again, and the log will say that the outcome is unknown.
    async append(change, outcome, now) {
      database.transactionUnawaited(() => {
        database.remove('audit_pending', { id: change.id });
        if (database.count('from audit_entries where change_id = ?', [change.id]) > 0) return;
        const entry = { ...change, at: now.toISOString(), outcome };
        saveAuditEntry(database, linked(headOf(change.ownerId), entry));
      });
    },

    async forget(id) {
      database.remove('audit_pending', { id });
    },

    async pending() {
      return database
        .all('select doc from audit_pending order by since, id limit ?', [mostPending])
        .map((row) => row.json<PendingChange>('doc'));
    },

    async walk(ownerId, after, most) {
      const next =
        'select entry from audit_entries where owner_id = ? and sequence > ? order by sequence limit ?';
      return database.all(next, [ownerId, after, most]).map(auditEntryOf);
    },

    async walkBack(ownerId, before, most) {
      const earlier =
        'select entry from audit_entries where owner_id = ? and sequence < ? order by sequence desc limit ?';
      return database.all(earlier, [ownerId, before, most]).map(auditEntryOf);
    },

    async prune(before) {
      return database.run(
        `delete from audit_entries where at < ? and sequence <
           (select max(sequence) from audit_entries as newer where newer.owner_id = audit_entries.owner_id)`,
        [before],
      );
    },
  };
}

/** Writes an entry unchanged. */
export function saveAuditEntry(database: Database, entry: AuditEntry): void {
  const { ownerId, sequence, id, at } = entry;
  database.insert(
    'audit_entries',
    { owner_id: ownerId, sequence, change_id: id, at: new Date(at), entry: canonicalJson(entry) },
    'is replaced',
  );
}

export function auditEntryOf(row: Row): AuditEntry {
  return row.json('entry');
}
