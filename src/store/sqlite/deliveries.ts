import { type Delivery, dueAt, leased } from '../../domain/delivery.ts';
import { stamped } from '../../domain/records/versioned.ts';
import type { DeliveryStore } from '../ports/records.ts';
import { type Database, newestFirst, rowsWith } from './database/database.ts';
import type { Row } from './database/row.ts';

const columns = 'id, workspace_id, lease, doc';
const selectDelivery = `select ${columns} from deliveries`;

export function deliveryStore(database: Database): DeliveryStore {
  /** Replaces the stored notification. Returns false if the stored version is not `before`. */
  function write(delivery: Delivery, before: number): boolean {
    const { _id, state, lease, version } = delivery;
    const columns = { state, due_at: dueAt(delivery), lease, version, doc: JSON.stringify(delivery) };
    return database.update('deliveries', columns, { id: _id, version: before }) === 1;
  }

  return {
    async add(delivery) {
      return insertDelivery(database, delivery, 'stays');
    },

    async get(workspaceId, id) {
      return database.first('deliveries', { id, workspace_id: workspaceId }, deliveryOf);
    },

    async list(workspaceId, projectId, filter, stretch) {
      const { runId: run_id, state } = filter;
      const asked = { workspace_id: workspaceId, project_id: projectId, run_id, state };
      return database.stretch(
        { columns, ...rowsWith('deliveries', asked) },
        newestFirst,
        stretch,
        deliveryOf,
      );
    },

    async countSince(workspaceId, since) {
      return database.count('from deliveries where workspace_id = ? and created_at >= ?', [
        workspaceId,
        since,
      ]);
    },

    async isGone(workspaceId, recipient) {
      const gone = `from deliveries where workspace_id = ? and recipient = ? and state = 'gone'`;
      return database.count(gone, [workspaceId, recipient]) > 0;
    },

    async claim({ lease, now }) {
      return database.transaction(() => {
        const row = database.get(`${selectDelivery} where due_at <= ? order by due_at, id limit 1`, [now]);
        if (row === null) return null;
        const found = deliveryOf(row);
        const taken = stamped(leased(found, lease), found, now);
        write(taken, found.version);
        return { ...found, version: taken.version, updatedAt: taken.updatedAt };
      });
    },

    async freeFrom(isDead, now) {
      const leases = database.all('select distinct lease from deliveries where lease is not null');
      let freed = 0;
      for (const lease of leases.map((row) => row.text('lease')).filter(isDead)) {
        for (const leased of database.all(`${selectDelivery} where lease = ?`, [lease]).map(deliveryOf)) {
          if (write(stamped({ ...leased, lease: null }, leased, now), leased.version)) freed += 1;
        }
      }
      return freed;
    },

    async replace(delivery, now) {
      return write(stamped(delivery, delivery, now), delivery.version);
    },
  };
}

/** Inserts a notification. Returns whether it was written. */
export function insertDelivery(
  database: Database,
  delivery: Delivery,
  ifThere: 'stays' | 'is replaced',
): boolean {
  const { _id, workspaceId, projectId, runId, recipient, state, createdAt, lease, version } = delivery;
  return database.insert(
    'deliveries',
    {
      id: _id,
      workspace_id: workspaceId,
      project_id: projectId,
      run_id: runId,
      ...{ recipient, state, lease, version },
      created_at: new Date(createdAt),
      due_at: dueAt(delivery),
      doc: JSON.stringify(delivery),
    },
    ifThere,
  );
}

export function deliveryOf(row: Row): Delivery {
  // The workspace and the lease are read from their columns, because documents of earlier releases do not contain them.
  const { userId: _, ...doc } = row.json<Delivery & { userId?: string }>('doc');
  return { ...doc, workspaceId: row.text('workspace_id'), lease: row.textOrNull('lease') };
}
