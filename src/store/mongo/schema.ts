/** How a collection is searched: the fields of an index in order, 1 ascending, -1 descending. */
export type IndexPlan = {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly unique?: true;
  /** The server removes records this long after the date in the key's one field. */
  readonly expireAfterSeconds?: number;
};

/** The service removes expired records; the server's own removal, a day later, is only a fallback. */
const dayAfterExpiry = 86_400;

/** The index that every collection has. */
const byId = { key: { _id: 1 } } as const satisfies IndexPlan;

/**
 * Every collection with every index: created and checked at start, and named by each query. Queries that belong to a
 * user begin with the user.
 */
export const schema = {
  politics: {
    _id_: byId,
    by_owner: { key: { userId: 1, updatedAt: -1, _id: 1 } },
    by_id: { key: { userId: 1, _id: 1 } },
    by_asset: { key: { assetIds: 1 } },
  },
  projects: {
    _id_: byId,
    by_owner: { key: { userId: 1, updatedAt: -1, _id: 1 } },
    by_id: { key: { userId: 1, _id: 1 } },
    by_politics: { key: { userId: 1, politicsId: 1 } },
    by_asset: { key: { assetIds: 1 } },
  },
  runs: {
    _id_: byId,
    by_project: { key: { userId: 1, projectId: 1, released: 1, createdAt: -1, _id: 1 } },
    waiting: { key: { userId: 1, waiting: 1, createdAt: 1, _id: 1 } },
    due: { key: { dueAt: 1, userId: 1 } },
    by_worker: { key: { state: 1, leaseOwner: 1 } },
    unfinished: { key: { settled: 1, createdAt: 1, _id: 1 } },
    by_end: { key: { endedAt: 1, _id: 1 } },
    unended: { key: { userId: 1, endedAt: 1 } },
    by_asset: { key: { assetIds: 1 } },
  },
  pieces: {
    _id_: byId,
    in_order: { key: { userId: 1, of: 1, generation: 1, number: 1 } },
    by_age: { key: { writtenAt: 1, _id: 1 } },
  },
  findings: {
    _id_: byId,
    in_order: { key: { userId: 1, runId: 1, listed: 1, ruleIndex: 1, subject: 1 } },
    by_id: { key: { userId: 1, runId: 1, id: 1 } },
    by_batch: { key: { userId: 1, runId: 1, batch: 1 } },
  },
  reviews: { _id_: byId, by_project: { key: { userId: 1, projectId: 1, fingerprint: 1 }, unique: true } },
  deliveries: {
    _id_: byId,
    by_project: { key: { userId: 1, projectId: 1, createdAt: -1, _id: 1 } },
    by_owner: { key: { userId: 1, createdAt: 1 } },
    by_recipient: { key: { userId: 1, recipient: 1, state: 1 } },
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
  file_sizes: {
    _id_: byId,
    by_owner: { key: { userId: 1, bytes: 1 } },
    arriving: { key: { arrivingSince: 1 } },
  },
  open_streams: {
    _id_: byId,
    by_owner: { key: { userId: 1, until: 1 } },
    by_server: { key: { server: 1 } },
    by_end: { key: { until: 1 }, expireAfterSeconds: dayAfterExpiry },
  },
  admissions: { _id_: byId },
  turns: { _id_: byId },
  service: { _id_: byId },
} as const satisfies Record<string, Record<string, IndexPlan>>;

export type CollectionName = keyof typeof schema;

export type IndexName<Name extends CollectionName> = keyof (typeof schema)[Name] & string;
