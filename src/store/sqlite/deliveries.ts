import { type Delivery, dueAt, leased } from '../../domain/delivery.ts';
import { stamped } from '../../domain/records/versioned.ts';
import type { DeliveryFilter, DeliveryStore } from '../ports/records.ts';
import type { Bindable, Database } from './database/database.ts';
import type { Row } from './database/row.ts';

export const selectDelivery = 'select id, workspace_id, lease, doc from deliveries';

export function deliveryStore(database: Database): DeliveryStore {
  function totalOf(where: string, args: Bindable[]): number {
    return database.get(`select count(*) as total from deliveries ${where}`, args)?.integer('total') ?? 0;
  }

  /** Replaces the stored notification. Returns false if the stored version is not `before`. */
  function write(delivery: Delivery, before: number): boolean {
    const changed = database.run(
      'update deliveries set state = ?, due_at = ?, lease = ?, version = ?, doc = ? where id = ? and version = ?',
      [
        delivery.state,
        dueAt(delivery),
        delivery.lease,
        delivery.version,
        JSON.stringify(delivery),
        delivery._id,
        before,
      ],
    );
    return changed === 1;
  }

  return {
    async add(delivery) {
      return insertDelivery(database, delivery);
    },

    async get(workspaceId, id) {
      const row = database.get(`${selectDelivery} where id = ? and workspace_id = ?`, [id, workspaceId]);
      return row === null ? null : deliveryOf(row);
    },

    async list(workspaceId, projectId, filter, { page, pageSize }) {
      const { where, args } = matching(workspaceId, projectId, filter);
      const rows = database.all(`${selectDelivery} ${where} order by created_at desc, id limit ? offset ?`, [
        ...args,
        pageSize,
        (page - 1) * pageSize,
      ]);
      return { items: rows.map(deliveryOf), total: totalOf(where, args) };
    },

    async walk(workspaceId, projectId, filter, { createdAt, _id }, pageSize) {
      const { where, args } = matching(workspaceId, projectId, filter);
      const time = Date.parse(createdAt);
      const rows = database.all(
        `${selectDelivery} ${where} and created_at <= ? and (created_at < ? or id > ?)
         order by created_at desc, id limit ?`,
        [...args, time, time, _id, pageSize + 1],
      );
      const items = rows.slice(0, pageSize).map(deliveryOf);
      return { items, total: totalOf(where, args), more: rows.length > pageSize };
    },

    async countSince(workspaceId, since) {
      const counted = database.get(
        'select count(*) as total from deliveries where workspace_id = ? and created_at >= ?',
        [workspaceId, since],
      );
      return counted?.integer('total') ?? 0;
    },

    async isGone(workspaceId, recipient) {
      const gone = `select 1 as gone from deliveries where workspace_id = ? and recipient = ? and state = 'gone'`;
      return database.get(gone, [workspaceId, recipient]) !== null;
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

function matching(workspaceId: string, projectId: string, { runId, state }: DeliveryFilter) {
  const conditions: [string, Bindable][] = [
    ['workspace_id = ?', workspaceId],
    ['project_id = ?', projectId],
    ['run_id = ?', runId],
    ['state = ?', state],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    where: `where ${given.map(([condition]) => condition).join(' and ')}`,
    args: given.map(([, value]) => value),
  };
}

/** Inserts a notification. Returns false if a notification with this id exists. */
export function insertDelivery(database: Database, delivery: Delivery): boolean {
  const { _id, workspaceId, projectId, runId, recipient, state, createdAt, version } = delivery;
  const made = database.run(
    `insert into deliveries (id, workspace_id, project_id, run_id, recipient, state, created_at, due_at, lease, version, doc)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
    [
      _id,
      workspaceId,
      projectId,
      runId,
      recipient,
      state,
      Date.parse(createdAt),
      dueAt(delivery),
      delivery.lease,
      version,
      JSON.stringify(delivery),
    ],
  );
  return made === 1;
}

export function deliveryOf(row: Row): Delivery {
  // The workspace and the lease are read from their columns, because documents of earlier releases do not contain them.
  const { userId: _, ...doc } = row.json<Delivery & { userId?: string }>('doc');
  return { ...doc, workspaceId: row.text('workspace_id'), lease: row.textOrNull('lease') };
}
