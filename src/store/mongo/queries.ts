import type { CollectionName, IndexName } from './schema.ts';

/** The shape of a query, whatever the values, and the index that serves it. */
export type QueryPlan = {
  readonly index: string;
  /** Fields that must equal a value, or one of several. */
  readonly equal?: readonly string[];
  /** Fields with a range. */
  readonly range?: readonly string[];
  /** 1 ascending, -1 descending. */
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  /** Conditions that no index serves: checked on each record that the other conditions find. */
  readonly beside?: readonly string[];
};

/** A record by its id. */
const one = { index: '_id_', equal: ['_id'] } as const satisfies QueryPlan;

const newestFirst = { updatedAt: -1, _id: 1 } as const;
const lastMadeFirst = { createdAt: -1, _id: 1 } as const;
const withAsset = { index: 'by_asset', equal: ['assetIds'] } as const;
const listed = {
  one: { ...one, beside: ['userId', 'version'] },
  ofOwner: { index: 'by_owner', equal: ['userId'], sort: newestFirst, beside: ['$or', '_id'] },
  ofOwnerById: { index: 'by_id', equal: ['userId'], range: ['_id'], sort: { _id: 1 }, beside: ['$or'] },
  withAsset,
} as const;

/** A field within a model of the sign-in library. */
const within = (index: IndexName<'auth_records'>, field: string) => ({
  index,
  equal: ['model', `fields.${field}`],
  sort: { 'fields.id': 1 } as const,
  beside: ['$and', '$or'],
});

/** Every query, by collection and name: no others are possible. */
export const queries = {
  politics: listed,
  projects: { ...listed, withPolitics: { index: 'by_politics', equal: ['userId', 'politicsId'] } },
  runs: {
    one: { ...one, beside: ['userId', 'state', 'fence', 'revision'] },
    ofProject: { index: 'by_project', equal: ['userId', 'projectId', 'released'], sort: lastMadeFirst },
    ofProjectAfter: {
      index: 'by_project',
      equal: ['userId', 'projectId', 'released'],
      range: ['createdAt'],
      sort: lastMadeFirst,
      beside: ['$or'],
    },
    everyOfProject: { index: 'by_project', equal: ['userId', 'projectId'] },
    longestWaiting: {
      index: 'waiting',
      equal: ['userId', 'waiting'],
      sort: { createdAt: 1, _id: 1 },
      beside: ['dueAt'],
    },
    due: { index: 'due', range: ['dueAt'] },
    inState: { index: 'by_worker', equal: ['state'], beside: ['waiting'] },
    ofWorker: { index: 'by_worker', equal: ['state', 'leaseOwner'], beside: ['dueAt'] },
    unsettled: {
      index: 'unfinished',
      equal: ['settled'],
      sort: { createdAt: 1, _id: 1 },
      beside: ['$or'],
    },
    unended: { index: 'unended', equal: ['userId', 'endedAt'], beside: ['_id'] },
    ended: { index: 'by_end', range: ['endedAt'], sort: { endedAt: 1, _id: 1 }, beside: ['$or'] },
    withAsset,
  },
  pieces: {
    one: { ...one, beside: ['writtenAt'] },
    oldestFirst: {
      index: 'by_age',
      range: ['writtenAt'],
      sort: { writtenAt: 1, _id: 1 },
      beside: ['$or'],
    },
    inOrder: { index: 'in_order', equal: ['userId', 'of', 'generation'], sort: { number: 1 } },
    otherGenerations: { index: 'in_order', equal: ['userId', 'of'], range: ['generation'] },
  },
  findings: {
    inOrder: {
      index: 'in_order',
      equal: ['userId', 'runId', 'listed'],
      sort: { ruleIndex: 1, subject: 1 },
      beside: ['label', 'outcome', 'ruleKey', 'subject'],
    },
    inOrderAfter: {
      index: 'in_order',
      equal: ['userId', 'runId', 'listed'],
      range: ['ruleIndex'],
      sort: { ruleIndex: 1, subject: 1 },
      beside: ['label', 'outcome', 'ruleKey', 'subject', '$or'],
    },
    atPlaces: {
      index: 'in_order',
      equal: ['userId', 'runId', 'listed'],
      beside: ['$or', 'batchNumber'],
    },
    ofRun: { index: 'in_order', equal: ['userId', 'runId'] },
    one: { index: 'by_id', equal: ['userId', 'runId', 'id'], beside: ['listed'] },
    ofBatch: { index: 'by_batch', equal: ['userId', 'runId', 'batch'] },
  },
  reviews: {
    one: { ...one, beside: ['doc'] },
    ofProject: { index: 'by_project', equal: ['userId', 'projectId'] },
    withFingerprint: { index: 'by_project', equal: ['userId', 'projectId', 'fingerprint'] },
  },
  deliveries: {
    one: { ...one, beside: ['userId', 'version'] },
    ofProject: {
      index: 'by_project',
      equal: ['userId', 'projectId'],
      sort: lastMadeFirst,
      beside: ['runId', 'state'],
    },
    ofProjectAfter: {
      index: 'by_project',
      equal: ['userId', 'projectId'],
      range: ['createdAt'],
      sort: lastMadeFirst,
      beside: ['runId', 'state', '$or'],
    },
    ofOwnerSince: { index: 'by_owner', equal: ['userId'], range: ['createdAt'] },
    toRecipient: { index: 'by_recipient', equal: ['userId', 'recipient', 'state'] },
    ofRun: { index: 'by_run', equal: ['runId'] },
    due: { index: 'due', range: ['dueAt'], sort: { dueAt: 1, _id: 1 } },
    inState: { index: 'by_lease', equal: ['state'] },
    underLease: { index: 'by_lease', equal: ['state', 'lease'] },
  },
  tokens: {
    one: { ...one, beside: ['userId', 'revokedAt'] },
    ofOwner: { index: 'by_owner', equal: ['userId'], sort: lastMadeFirst },
  },
  idempotent_requests: {
    one: {
      index: 'by_key',
      equal: ['userId', 'scope', 'key'],
      beside: ['recordId', 'fingerprint', 'lease', 'expiresAt', 'answer'],
    },
    expired: { index: 'by_expiry', range: ['expiresAt'] },
  },
  auth_records: {
    one: { ...one, beside: ['revision'] },
    ofModel: { index: 'by_id', equal: ['model'], sort: { 'fields.id': 1 }, beside: ['$and', '$or'] },
    withId: within('by_id', 'id'),
    withEmail: within('by_email', 'email'),
    withToken: within('by_token', 'token'),
    withUserId: within('by_user', 'userId'),
    withAccountId: within('by_account', 'accountId'),
    withIdentifier: within('by_identifier', 'identifier'),
    expired: { index: 'by_expiry', range: ['expiresAt'] },
  },
  source_texts: {
    one: { ...one, beside: ['usedAt'] },
    unusedSince: { index: 'by_use', range: ['usedAt'] },
  },
  request_counts: {
    one: { ...one, beside: ['endsAt'] },
    expired: { index: 'by_end', range: ['endsAt'] },
  },
  processes: { one },
  file_sizes: {
    one,
    ofOwner: { index: 'by_owner', equal: ['userId'], beside: ['_id'] },
    arriving: { index: 'arriving', range: ['arrivingSince'] },
  },
  open_streams: {
    one,
    ofOwner: { index: 'by_owner', equal: ['userId'], range: ['until'], beside: ['_id'] },
    ofServer: { index: 'by_server', equal: ['server'] },
    expired: { index: 'by_end', range: ['until'] },
  },
  admissions: { one: { ...one, beside: ['revision'] } },
  turns: { one },
  service: { one },
} as const satisfies { [Name in CollectionName]: Record<string, QueryPlan & { index: IndexName<Name> }> };

export type QueryName<Name extends CollectionName> = keyof (typeof queries)[Name] & string;
