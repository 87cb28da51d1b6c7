import type { Binary, Db } from 'mongodb';
import type { Review } from '../../../../engine/model/finding.ts';
import type { Caps, MonthlySpending } from '../../../domain/budget.ts';
import type { Delivery } from '../../../domain/delivery.ts';
import type { Politics } from '../../../domain/politics.ts';
import type { Project } from '../../../domain/project.ts';
import type { TimePlace } from '../../../domain/records/cursor.ts';
import type { IdempotentRequest } from '../../../domain/records/idempotency.ts';
import type { Assignee, ReviewedPlace } from '../../../domain/review.ts';
import type { Run, RunHead, RunResult } from '../../../domain/runs/run.ts';
import type { Token } from '../../../domain/token.ts';
import type { WatchState } from '../../../domain/watch.ts';
import type { WebhookRotation } from '../../../domain/webhook-rotation.ts';
import type { Workspace } from '../../../domain/workspaces/workspace.ts';
import type { PendingChange } from '../../ports/audit.ts';
import type { AuthRecord } from '../../ports/auth.ts';
import type { FileSize, OpenStream } from '../../ports/limits.ts';
import type { StoredFinding } from '../../ports/runs.ts';
import { Documents } from './documents.ts';

/*
 * Records as MongoDB stores them: documents with the fields of the record, and with additional fields that only queries
 * need. A time in a top-level field is stored as a date. `outputFormat` and `output` are JSON text, because the user
 * chooses their keys, which can contain dots and dollars.
 */

/** The record type with the fields `Times` as dates instead of ISO strings. */
export type Dated<Record, Times extends keyof Record> = Omit<Record, Times> & {
  [Time in Times]: Date | Extract<Record[Time], null>;
};

/** The additional fields of a rule set or a project, which only queries need. */
type Listed = {
  foldedName: string;
  foldedDescription: string;
  assetIds: string[];
  /** The size of the record as JSON, in bytes of UTF-8. */
  bytes: number;
};

export type PoliticsDoc = Dated<Omit<Politics, 'outputFormat'>, 'createdAt' | 'updatedAt'> &
  Listed & { outputFormat: string | null };

export type ProjectDoc = Dated<Project, 'createdAt' | 'updatedAt'> & Listed;

/** A reference to bytes of any size, which are stored in pieces. `generation` is a hash of the bytes. */
export type ContentRef = { generation: string; pieces: number };

export type PieceDoc = {
  _id: string;
  workspaceId: string;
  of: string;
  generation: string;
  number: number;
  /** The time when the piece was last written. The record that refers to the piece is written afterwards. */
  writtenAt: Date;
  bytes: Binary;
};

/**
 * The parts of a result whose keys the user chooses. They are stored in pieces, because they can be larger than a
 * document.
 */
export type RunOutput = Pick<RunResult, 'output' | 'outputSources' | 'outputGaps'>;

export type RunHeadDoc = Dated<
  Omit<RunHead, 'lease'>,
  'createdAt' | 'updatedAt' | 'nextAttemptAt' | 'startedAt' | 'endedAt'
> & {
  leaseOwner: string | null;
  fence: number;
  /** Whether a worker may claim the run now or later. `dueAt` is the time from which a worker may claim the run. */
  waiting: boolean;
  dueAt: Date | null;
  assetIds: string[];
  /** Increases with every write. A compare-and-set compares this value. */
  revision: number;
  /** The batches of findings that already belong to the run but are not yet marked as `listed`, oldest first. */
  pending: Batch[];
  /** The number of batches of findings that were added to the run. */
  batches: number;
};

export type RunDoc = RunHeadDoc & {
  politics: Omit<Run['politics'], 'outputFormat'> & { outputFormat: string | null };
  files: Run['files'];
  scope: Run['scope'];
  notTaken?: NonNullable<Run['notTaken']>;
  result: Omit<RunResult, keyof RunOutput> | null;
  /** The reference to the output of the result; null if the run has no result. */
  output: ContentRef | null;
};

export type Batch = { id: string; number: number };

export type FindingDoc = StoredFinding & {
  _id: string;
  workspaceId: string;
  runId: string;
  batch: string;
  /**
   * Whether the finding counts. It is false until the batch of the finding was added to the run, and stays false if the
   * lease was lost before that.
   */
  listed: boolean;
  batchNumber: number;
  ruleIndex: number;
  /** The index of the file that the finding is about; -1 if it is about all files together. */
  subject: number;
  id: string;
  ruleKey: string;
  label: string;
  outcome: string;
  /** The size of the finding as JSON; absent in records of earlier releases. */
  bytes?: number;
};

/** An entry of the chain of events of a run, as JSON text. */
export type EventDoc = { _id: string; workspaceId: string; runId: string; sequence: number; entry: string };

/** A public key that verifies bundles. */
export type WebhookRotationDoc = WebhookRotation & { _id: string };

export type KeyDoc = { _id: string; x: string; since: string };

/** What belongs to a fingerprint within a project: its review, or its assignee. */
export type PlacedDoc = { _id: string; revision: number } & ReviewedPlace;

export type DeliveryDoc = Dated<Delivery, 'createdAt' | 'updatedAt' | 'nextAttemptAt'> & {
  dueAt: Date | null;
};

export type TokenDoc = Dated<Token, 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'revokedAt'>;

export type IdempotentDoc = Omit<IdempotentRequest, 'answer' | 'lease' | 'expiresAt'> & {
  _id: string;
  /** The answer as JSON text, because it can contain an `outputFormat`, whose keys the user chooses. */
  answer: string | null;
  /** The name of the lease of the request; absent in records of earlier releases. */
  lease?: string | undefined;
  expiresAt: Date;
};

/** An entry of the audit log, as JSON text. */
export type AuditDoc = {
  _id: string;
  ownerId: string;
  sequence: number;
  changeId: string;
  at: Date;
  entry: string;
};

/** A change that has begun and whose entry is not written yet. */
export type AuditPendingDoc = { _id: string; since: Date; change: PendingChange };

/** What a user has spent in a month. */
export type SpendingDoc = MonthlySpending & { _id: string; revision: number };

/** The caps of a user, whose id is `_id`. */
export type CapsDoc = Caps & { _id: string };

export type AuthDoc = {
  _id: string;
  model: string;
  /** A value that is different for every record, such as the email of a user. */
  unique: string;
  fields: AuthRecord;
  expiresAt: Date | null;
  revision: number;
};

export type SourceTextDoc = { _id: string; workspaceId: string; usedAt: Date; content: ContentRef };

/** The number of requests that a caller has sent in the current period, and the end of the period. */
export type RequestCountDoc = { _id: string; used: number; endsAt: Date };

export type WatchDoc = Omit<WatchState, 'nextLookAt'> & { nextLookAt: Date | null };

/** A process that takes leases. */
export type ProcessDoc = { _id: string; beat: number };

/** An event stream that a server keeps open. */
export type OpenStreamDoc = OpenStream & { until: Date };

/**
 * The record of a limit, with the amounts that were admitted but may not be written yet. `until` is in ms since the
 * epoch.
 */
export type AdmissionDoc = {
  _id: string;
  revision: number;
  pending: { id: string; amount: number; until: number }[];
};

/**
 * When a run of this owner was last claimed. All claims, of all owners, are numbered; `turn` is the number of the
 * claim.
 */
export type TurnDoc = { _id: string; turn: number };

/**
 * The service's own records: the version of the schema, the last ping, the number of claims, and the position of the
 * search for stray pieces.
 */
export type ServiceDoc = { _id: string; version?: number; at?: Date; turn?: number; after?: string };

export type Records = ReturnType<typeof recordsIn>;

/** Opens every collection of a database. */
export function recordsIn(database: Db) {
  return {
    workspaces: new Documents<Workspace>(database, 'workspaces'),
    politics: new Documents<PoliticsDoc>(database, 'politics'),
    projects: new Documents<ProjectDoc>(database, 'projects'),
    runs: new Documents<RunDoc>(database, 'runs'),
    pieces: new Documents<PieceDoc>(database, 'pieces'),
    findings: new Documents<FindingDoc>(database, 'findings'),
    events: new Documents<EventDoc>(database, 'run_events'),
    reviews: new Documents<PlacedDoc & Review>(database, 'reviews'),
    assignments: new Documents<PlacedDoc & Assignee>(database, 'assignments'),
    deliveries: new Documents<DeliveryDoc>(database, 'deliveries'),
    tokens: new Documents<TokenDoc>(database, 'tokens'),
    idempotentRequests: new Documents<IdempotentDoc>(database, 'idempotent_requests'),
    authRecords: new Documents<AuthDoc>(database, 'auth_records'),
    sourceTexts: new Documents<SourceTextDoc>(database, 'source_texts'),
    processes: new Documents<ProcessDoc>(database, 'processes'),
    signingKeys: new Documents<KeyDoc>(database, 'signing_keys'),
    webhookRotations: new Documents<WebhookRotationDoc>(database, 'webhook_rotations'),
    watches: new Documents<WatchDoc>(database, 'watches'),
    requestCounts: new Documents<RequestCountDoc>(database, 'request_counts', {
      // Every request writes a count. A count is relevant for an hour at most, so it need not survive a change of the
      // primary server.
      writeConcern: { w: 1, journal: false },
    }),
    fileSizes: new Documents<FileSize>(database, 'file_sizes'),
    openStreams: new Documents<OpenStreamDoc>(database, 'open_streams'),
    admissions: new Documents<AdmissionDoc>(database, 'admissions'),
    turns: new Documents<TurnDoc>(database, 'turns'),
    auditEntries: new Documents<AuditDoc>(database, 'audit_entries'),
    auditPending: new Documents<AuditPendingDoc>(database, 'audit_pending'),
    spending: new Documents<SpendingDoc>(database, 'spending'),
    spendingCaps: new Documents<CapsDoc>(database, 'spending_caps'),
    service: new Documents<ServiceDoc>(database, 'service'),
  };
}

/** Converts the time of a record to the date that is stored. */
export function dateOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

/** Converts a stored date to the time of the record. */
export function timeOf(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}

/** Sorts by creation time, newest first, then by id. */
export const newestFirst = { createdAt: -1, _id: 1 } as const;

/** Returns a filter for the records that come after the given record in this order. */
export function olderThan({ createdAt, _id }: TimePlace) {
  const time = new Date(createdAt);
  return { createdAt: { $lte: time }, $or: [{ createdAt: { $lt: time } }, { _id: { $gt: _id } }] };
}
