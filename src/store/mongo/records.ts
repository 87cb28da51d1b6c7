import type { Binary, Db } from 'mongodb';
import type { AuthRecord } from '../port.ts';
import { Documents } from './documents.ts';

/*
 * Records as they are stored: the indexed fields, and `doc` with the rest as JSON text, because BSON cannot represent
 * lone surrogates or keys with dots and dollars, and users get back exactly what they sent.
 */

/** A politics or a project. */
export type ListedDoc = {
  _id: string;
  userId: string;
  updatedAt: Date;
  version: number;
  foldedName: string;
  foldedDescription: string;
  assetIds: string[];
  /** Only for projects. */
  politicsId?: string;
  doc: string;
};

/**
 * Bytes that may exceed the size of a record: stored in pieces, and found by owner, what they belong to, and
 * generation.
 */
export type ContentRef = { generation: string; pieces: number };

export type PieceDoc = {
  _id: string;
  userId: string;
  of: string;
  generation: string;
  number: number;
  /** When it was last written: a record that names it may be written a little later. */
  writtenAt: Date;
  bytes: Binary;
};

export type RunDoc = {
  _id: string;
  userId: string;
  projectId: string;
  createdAt: Date;
  state: string;
  released: boolean;
  settled: boolean;
  /** Whether a worker may claim it now or later; `dueAt` says when. */
  waiting: boolean;
  dueAt: Date | null;
  leaseOwner: string | null;
  fence: number;
  findings: number;
  endedAt: Date | null;
  assetIds: string[];
  doc: string;
  snapshot: ContentRef;
  result: ContentRef | null;
  /** Increases with every write: the value that a compare-and-set compares. */
  revision: number;
  /** Batches of findings that count but are not yet marked so, oldest first. */
  pending: Batch[];
  /** The number of batches the run has had. */
  batches: number;
};

export type Batch = { id: string; number: number };

export type FindingDoc = {
  _id: string;
  userId: string;
  runId: string;
  batch: string;
  /** Whether it counts. False for what was written under a lost lease. */
  listed: boolean;
  batchNumber: number;
  ruleIndex: number;
  subject: number;
  id: string;
  ruleKey: string;
  label: string;
  outcome: string;
  fingerprint: string;
  doc: string;
};

export type ReviewDoc = { _id: string; userId: string; projectId: string; fingerprint: string; doc: string };

export type DeliveryDoc = {
  _id: string;
  userId: string;
  projectId: string;
  runId: string;
  recipient: string;
  state: string;
  createdAt: Date;
  dueAt: Date | null;
  lease: string | null;
  version: number;
  doc: string;
};

export type TokenDoc = {
  _id: string;
  userId: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  doc: string;
};

export type IdempotentDoc = {
  _id: string;
  userId: string;
  scope: string;
  key: string;
  fingerprint: string;
  recordId: string;
  answer: string | null;
  /** Absent in records of earlier releases. */
  lease?: string | undefined;
  expiresAt: Date;
};

export type AuthDoc = {
  _id: string;
  model: string;
  /** The unique key. */
  unique: string;
  fields: AuthRecord;
  expiresAt: Date | null;
  revision: number;
  doc: string;
};

export type SourceTextDoc = { _id: string; userId: string; usedAt: Date; content: ContentRef };

/** The number of requests of a caller since its window began. */
export type RequestCountDoc = { _id: string; used: number; endsAt: Date };

/** A process that takes leases. */
export type ProcessDoc = { _id: string; beat: number };
/** The size of a stored file, or of one that has been arriving since then. */
export type FileSizeDoc = { _id: string; userId: string; bytes: number; arrivingSince: Date | null };

/** An event stream that a server keeps open. */
export type OpenStreamDoc = { _id: string; userId: string; server: string; until: Date };

/** A limit, and what was admitted but may not be written yet. `until` is in ms since the epoch. */
export type AdmissionDoc = {
  _id: string;
  revision: number;
  pending: { id: string; amount: number; until: number }[];
};

/** When an owner was last served. */
export type TurnDoc = { _id: string; turn: number };

/**
 * The service's own records: the schema's version, the last ping, the counter of turns, the position of a cleanup.
 */
export type ServiceDoc = { _id: string; version?: number; at?: Date; turn?: number; after?: string };

export type Records = ReturnType<typeof recordsIn>;

/** Every collection of a database. */
export function recordsIn(database: Db) {
  return {
    politics: new Documents('politics', database.collection<ListedDoc>('politics')),
    projects: new Documents('projects', database.collection<ListedDoc>('projects')),
    runs: new Documents('runs', database.collection<RunDoc>('runs')),
    pieces: new Documents('pieces', database.collection<PieceDoc>('pieces')),
    findings: new Documents('findings', database.collection<FindingDoc>('findings')),
    reviews: new Documents('reviews', database.collection<ReviewDoc>('reviews')),
    deliveries: new Documents('deliveries', database.collection<DeliveryDoc>('deliveries')),
    tokens: new Documents('tokens', database.collection<TokenDoc>('tokens')),
    idempotentRequests: new Documents(
      'idempotent_requests',
      database.collection<IdempotentDoc>('idempotent_requests'),
    ),
    authRecords: new Documents('auth_records', database.collection<AuthDoc>('auth_records')),
    sourceTexts: new Documents('source_texts', database.collection<SourceTextDoc>('source_texts')),
    processes: new Documents('processes', database.collection<ProcessDoc>('processes')),
    requestCounts: new Documents(
      'request_counts',
      // Counts that last an hour need not survive a change of the primary, and every request reads them.
      database.collection<RequestCountDoc>('request_counts', { writeConcern: { w: 1, journal: false } }),
    ),
    fileSizes: new Documents('file_sizes', database.collection<FileSizeDoc>('file_sizes')),
    openStreams: new Documents('open_streams', database.collection<OpenStreamDoc>('open_streams')),
    admissions: new Documents('admissions', database.collection<AdmissionDoc>('admissions')),
    turns: new Documents('turns', database.collection<TurnDoc>('turns')),
    service: new Documents('service', database.collection<ServiceDoc>('service')),
  };
}
