import { type Db, MongoServerError } from 'mongodb';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { guarded } from './unavailable.ts';

/** An index of a collection. `key` has the fields of the index in order: 1 means ascending, -1 descending. */
export type IndexPlan = {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly unique?: true;
  /** If set, the server removes a record this many seconds after the date in the only field of `key`. */
  readonly expireAfterSeconds?: number;
};

/**
 * The service removes expired records itself. The database server removes expired records that still exist after a day.
 */
const dayAfterExpiry = 86_400;

/** The index that MongoDB creates for every collection. */
const byId = { key: { _id: 1 } } as const satisfies IndexPlan;

/**
 * Every collection with all its indexes. The indexes are created and verified when the store is opened. An index of
 * the data of a workspace starts with the id of the workspace. A test checks that each query of the store has an index for its filter and
 * its sort.
 */
export const schema = {
  workspaces: {
    _id_: byId,
    by_creator: { key: { userId: 1, _id: 1 } },
    by_member: { key: { 'members.userId': 1, _id: 1 } },
  },
  politics: {
    _id_: byId,
    by_owner: { key: { workspaceId: 1, updatedAt: -1, _id: 1 } },
    by_id: { key: { workspaceId: 1, _id: 1 } },
    by_asset: { key: { assetIds: 1 } },
  },
  projects: {
    _id_: byId,
    by_owner: { key: { workspaceId: 1, updatedAt: -1, _id: 1 } },
    by_id: { key: { workspaceId: 1, _id: 1 } },
    by_politics: { key: { workspaceId: 1, politicsId: 1 } },
    by_asset: { key: { assetIds: 1 } },
  },
  runs: {
    _id_: byId,
    by_project: { key: { workspaceId: 1, projectId: 1, released: 1, createdAt: -1, _id: 1 } },
    waiting: { key: { workspaceId: 1, waiting: 1, createdAt: 1, _id: 1 } },
    by_due: { key: { dueAt: 1, workspaceId: 1, userId: 1 } },
    by_owner: { key: { workspaceId: 1, released: 1 } },
    by_worker: { key: { state: 1, leaseOwner: 1 } },
    unfinished: { key: { settled: 1, createdAt: 1, _id: 1 } },
    by_end: { key: { endedAt: 1, _id: 1 } },
    unended: { key: { workspaceId: 1, endedAt: 1 } },
    by_asset: { key: { assetIds: 1 } },
  },
  pieces: {
    _id_: byId,
    in_order: { key: { workspaceId: 1, of: 1, generation: 1, number: 1 } },
    by_age: { key: { writtenAt: 1, _id: 1 } },
  },
  findings: {
    _id_: byId,
    in_order: { key: { workspaceId: 1, runId: 1, listed: 1, ruleIndex: 1, subject: 1 } },
    by_id: { key: { workspaceId: 1, runId: 1, id: 1 } },
    by_batch: { key: { workspaceId: 1, runId: 1, batch: 1 } },
    by_fingerprint: { key: { workspaceId: 1, runId: 1, fingerprint: 1 } },
  },
  run_events: { _id_: byId, in_order: { key: { workspaceId: 1, runId: 1, sequence: 1 } } },
  reviews: {
    _id_: byId,
    by_project: { key: { workspaceId: 1, projectId: 1, fingerprint: 1 }, unique: true },
  },
  assignments: {
    _id_: byId,
    by_project: { key: { workspaceId: 1, projectId: 1, fingerprint: 1 }, unique: true },
    by_person: { key: { workspaceId: 1, userId: 1 } },
  },
  deliveries: {
    _id_: byId,
    by_project: { key: { workspaceId: 1, projectId: 1, createdAt: -1, _id: 1 } },
    by_owner: { key: { workspaceId: 1, createdAt: 1 } },
    by_recipient: { key: { workspaceId: 1, recipient: 1, state: 1 } },
    by_run: { key: { runId: 1 } },
    due: { key: { dueAt: 1, _id: 1 } },
    by_lease: { key: { state: 1, lease: 1 } },
  },
  tokens: { _id_: byId, by_owner: { key: { userId: 1, createdAt: -1, _id: 1 } } },
  idempotent_requests: {
    _id_: byId,
    by_key: { key: { userId: 1, scope: 1, key: 1 }, unique: true },
    by_expiry: { key: { expiresAt: 1 }, expireAfterSeconds: dayAfterExpiry },
  },
  auth_records: {
    _id_: byId,
    unique: { key: { unique: 1 }, unique: true },
    by_id: { key: { model: 1, 'fields.id': 1 } },
    by_email: { key: { model: 1, 'fields.email': 1, 'fields.id': 1 } },
    by_token: { key: { model: 1, 'fields.token': 1, 'fields.id': 1 } },
    by_user: { key: { model: 1, 'fields.userId': 1, 'fields.id': 1 } },
    by_account: { key: { model: 1, 'fields.accountId': 1, 'fields.id': 1 } },
    by_identifier: { key: { model: 1, 'fields.identifier': 1, 'fields.id': 1 } },
    by_expiry: { key: { expiresAt: 1 }, expireAfterSeconds: dayAfterExpiry },
  },
  source_texts: { _id_: byId, by_use: { key: { usedAt: 1 } } },
  request_counts: { _id_: byId, by_end: { key: { endsAt: 1 }, expireAfterSeconds: dayAfterExpiry } },
  processes: { _id_: byId },
  signing_keys: { _id_: byId },
  webhook_rotations: { _id_: byId, by_owner: { key: { workspaceId: 1 } } },
  watches: { _id_: byId, due: { key: { nextLookAt: 1, _id: 1 } } },
  file_sizes: {
    _id_: byId,
    by_owner: { key: { workspaceId: 1, bytes: 1 } },
    arriving: { key: { arrivingSince: 1 } },
  },
  open_streams: {
    _id_: byId,
    by_owner: { key: { userId: 1, until: 1 } },
    by_server: { key: { server: 1 } },
    by_end: { key: { until: 1 }, expireAfterSeconds: dayAfterExpiry },
  },
  audit_entries: {
    _id_: byId,
    in_order: { key: { ownerId: 1, sequence: 1 } },
    by_change: { key: { changeId: 1 }, unique: true },
    by_age: { key: { at: 1, ownerId: 1 } },
  },
  audit_pending: { _id_: byId },
  spending: { _id_: byId },
  spending_caps: { _id_: byId },
  admissions: { _id_: byId },
  turns: { _id_: byId },
  service: { _id_: byId },
} as const satisfies Record<string, Record<string, IndexPlan>>;

export type CollectionName = keyof typeof schema;

const notImplemented = 238;

const plans: [string, [string, IndexPlan][]][] = Object.entries(schema).map(([collection, indexes]) => [
  collection,
  Object.entries(indexes),
]);

/**
 * Creates the declared indexes that are missing. Returns a message for each index whose expiry the server does not
 * support.
 */
export async function makeIndexes(database: Db): Promise<string[]> {
  const refused: string[] = [];
  for (const [name, indexes] of plans) {
    const collection = database.collection(name);
    for (const [index, { key, unique, expireAfterSeconds }] of indexes) {
      if (index === '_id_') continue;
      const options = { name: index, ...(unique && { unique }) };
      try {
        const all = expireAfterSeconds === undefined ? options : { ...options, expireAfterSeconds };
        await guarded(() => collection.createIndex(key, all));
      } catch (error) {
        const cannot = error instanceof MongoServerError && error.code === notImplemented;
        if (!cannot || expireAfterSeconds === undefined) throw error;
        await guarded(() => collection.createIndex(key, options));
        refused.push(`${name}.${index}: the server does not remove expired records by itself`);
      }
    }
  }
  return refused;
}

/** Returns the differences between the declared indexes and those of the database; empty if there are none. */
export async function indexProblems(database: Db): Promise<string[]> {
  const there = new Set((await guarded(() => database.listCollections().toArray())).map(({ name }) => name));
  const problems = await Promise.all(
    plans.map(async ([name, indexes]) => {
      if (!there.has(name)) return indexes.length > 1 ? [`${name} is missing`] : [];
      const found = await guarded(() => database.collection(name).listIndexes().toArray());
      return indexes.flatMap(([index, plan]) => {
        const same = found.find((one) => one.name === index);
        if (same === undefined) return [`${name}.${index} is missing`];
        const asDeclared = JSON.stringify(same.key) === JSON.stringify(plan.key);
        const isUnique = same.unique === true;
        return asDeclared && isUnique === (plan.unique ?? false)
          ? []
          : [`${name}.${index} differs from its declaration`];
      });
    }),
  );
  return problems.flat();
}

/** Throws `store_schema` when an index is missing or differs from its declaration. */
export async function requireIndexes(database: Db): Promise<void> {
  const problems = await indexProblems(database);
  if (problems.length === 0) return;
  throw new ProvisoError(
    'store_schema',
    `the indexes of the database are not as required: ${problems.join('; ')}. Drop the wrong indexes, and start again`,
  );
}
