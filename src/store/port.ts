import type { Finding, Label, Outcome, Review } from '../../engine/model/finding.ts';
import type { Json } from '../../engine/model/result.ts';
import type { FindingPlace, IdPlace, TimePlace } from '../domain/cursor.ts';
import type { Delivery, DeliveryState } from '../domain/delivery.ts';
import type { IdempotentRequest } from '../domain/idempotency.ts';
import type { Politics } from '../domain/politics.ts';
import type { Project } from '../domain/project.ts';
import type { Admit } from '../domain/quota.ts';
import type { ReviewedPlace, StoredReview } from '../domain/review.ts';
import type { Capture, Run, RunHead, RunProgress } from '../domain/run.ts';
import type { Claim, Release } from '../domain/run-turn.ts';
import type { Token } from '../domain/token.ts';
import type { Versioned } from '../domain/versioned.ts';
import type { Counted } from '../limits/port.ts';

export type PageQuery = { page: number; pageSize: number };

/** `search` is matched literally, folded, against name and description. */
export type ListQuery = PageQuery & {
  search?: string;
  /** The limit for the stored records, in UTF-16 code units. */
  mostBytes?: number;
};

/** One page and the number of records over all pages. */
export type Page<Item> = { items: Item[]; total: number };

/** The next records of a walk, and whether more follow. `total` is that of the whole list. */
export type Step<Item> = Page<Item> & { more: boolean };

/** A walk by id: records after the position, without those that were seen before. */
export type IdWalk = IdPlace & Pick<ListQuery, 'pageSize' | 'search' | 'mostBytes'>;

/**
 * Changes a record: gets the stored one, returns the next one. It must be pure, because it may be called again if
 * another writer came first; what it throws reaches the caller, and nothing changes. Id, owner and version of its
 * result are ignored: the store sets them.
 */
export type Change<Record> = (current: Record) => Record;

/** Records of one owner. Another owner's record counts as one that does not exist. */
export interface OwnedRecords<Record extends Versioned> {
  /**
   * False if a record with this id exists; then nothing changes. `admit` gets the number of the owner's records, for
   * runs those that have not ended; if it throws, the record is not added. No two records are admitted at the same
   * count.
   */
  insert(record: Record, admit?: Admit): Promise<boolean>;
  get(userId: string, id: string): Promise<Record | null>;
  /**
   * Atomic for this record: no concurrent change is lost, `updatedAt` strictly increases. Null if it does not exist.
   */
  update(userId: string, id: string, change: Change<Record>): Promise<Record | null>;
  /** Calls `allow` with the record first; if it throws, the record stays. False if it does not exist. */
  delete(userId: string, id: string, allow?: (current: Record) => void): Promise<boolean>;
}

export interface ListedRecords<Record extends Versioned> extends OwnedRecords<Record> {
  /**
   * Newest change first, ties by id; a page past the end is empty and has the correct total. Throws `page_too_large`
   * above `mostBytes`.
   */
  list(userId: string, query: ListQuery): Promise<Page<Record>>;
  /**
   * In the order of ids, which is roughly that of creation and never changes. A step above `mostBytes` is shortened.
   */
  walk(userId: string, walk: IdWalk): Promise<Step<Record>>;
}

export type PoliticsStore = ListedRecords<Politics>;

export interface ProjectStore extends ListedRecords<Project> {
  countWithPolitics(userId: string, politicsId: string): Promise<number>;
}

/**
 * The lease of a claimed run: every write names run and fence, and is refused if the fence is no longer the run's.
 */
export type RunLease = { runId: string; fence: number };

export interface RunStore extends OwnedRecords<Run> {
  /** Released runs, newest first, ties by id. */
  list(userId: string, projectId: string, query: PageQuery): Promise<Page<RunHead>>;
  /** In the same order. */
  walk(userId: string, projectId: string, after: TimePlace, pageSize: number): Promise<Step<RunHead>>;
  /**
   * Claims one due run (queued, due for a retry, or released from a dead worker): of the owner who was served longest
   * ago, the run that has waited longest. Its fence and attempts increase, and if another worker died with it, its
   * failures.
   */
  claim(claim: Claim): Promise<Run | null>;
  /** Whether the lease with this fence is still valid: a cheap query, asked often. */
  isLeased(runLease: RunLease): Promise<boolean>;
  saveProgress(runLease: RunLease, progress: RunProgress, now: Date): Promise<boolean>;
  /**
   * Stores findings and lists them in the run's manifest by one compare-and-set on run and fence: only listed
   * findings count. A finding of the same rule and subject is replaced, failures are reset. False if the fence is not
   * current: then none of them counts.
   */
  addFindings(
    runLease: RunLease,
    findings: StoredFinding[],
    progress: RunProgress,
    now: Date,
  ): Promise<boolean>;
  /** Adds findings to an ended run, for rules and subjects without one. */
  fillIn(userId: string, runId: string, findings: StoredFinding[]): Promise<void>;
  /** Records the asset with a link's bytes; from then on the run uses the asset. */
  saveCapture(runLease: RunLease, capture: Capture, now: Date): Promise<boolean>;
  release(runLease: RunLease, release: Release, now: Date): Promise<boolean>;
  /** Makes runs due whose lease is dead. Returns their number. */
  freeFrom(isDead: (lease: string) => boolean): Promise<number>;
  /** Ended runs whose remaining work is not done, and runs created before the given time and never released. */
  unfinishedBusiness(madeBefore: Date): Promise<Run[]>;
  countWaiting(): Promise<number>;
  /** Runs that ended before the given time, in no particular order. */
  endedBefore(time: Date): AsyncIterable<RunHead>;
}

export type StoredFinding = { finding: Finding; fingerprint: string };

export type FindingFilter = {
  label?: Label | 'not_assessed';
  outcome?: Outcome;
  ruleKey?: string;
  /** Only findings of this input file, with scope `each`. */
  fileIndex?: number;
};

/**
 * Findings that a run's manifest lists, in the order of rules, then subjects. Their `review` is null: reviews are
 * stored separately.
 */
export interface FindingStore {
  list(userId: string, runId: string, filter: FindingFilter, query: PageQuery): Promise<Page<StoredFinding>>;
  /** In the same order. */
  walk(
    userId: string,
    runId: string,
    filter: FindingFilter,
    after: FindingPlace,
    pageSize: number,
  ): Promise<Step<StoredFinding>>;
  all(userId: string, runId: string): Promise<StoredFinding[]>;
  get(userId: string, runId: string, findingId: string): Promise<StoredFinding | null>;
}

export interface ReviewStore {
  /**
   * Changes the review of a place, like `Change`: gets the stored one, null if there is none, and returns the next
   * one, null to remove it. Returns what is stored afterwards.
   */
  change(place: ReviewedPlace, change: (current: Review | null) => Review | null): Promise<Review | null>;
  /** By fingerprint; those without a review are left out. */
  find(userId: string, projectId: string, fingerprints: string[]): Promise<Map<string, Review>>;
}

export interface TokenStore {
  /**
   * `admit` gets the number of the owner's valid tokens; if it throws, this one is not added. Of the invalid ones the
   * newest 100 are kept.
   */
  insert(token: Token, admit?: Admit): Promise<void>;
  /** By id alone, to authenticate a caller. */
  find(id: string): Promise<Token | null>;
  /** Newest first. */
  list(userId: string): Promise<Token[]>;
  /** False if it does not exist; revoking twice keeps the first time. */
  revoke(userId: string, id: string, at: Date): Promise<boolean>;
  /** Never moves the time back. */
  touch(id: string, at: Date): Promise<void>;
}

export interface IdempotencyStore {
  /**
   * Stores the request if its key is free or expired, or if the lease of the same request is dead: then its record id
   * is used again. `mine` is false if another request has the key; `request` is what is stored.
   */
  claim(
    request: IdempotentRequest,
    now: Date,
    isDead: (lease: string) => boolean,
  ): Promise<{ mine: boolean; request: IdempotentRequest }>;
  complete(request: IdempotentRequest, answer: Json): Promise<void>;
  /** Releases the key after a failure that is not worth replaying. */
  forget(request: IdempotentRequest): Promise<void>;
}

export type DeliveryFilter = { runId?: string; state?: DeliveryState };

/** Notifications about runs and their delivery. They are removed with their run. */
export interface DeliveryStore {
  /** False if one with this id exists; then nothing changes. */
  add(delivery: Delivery): Promise<boolean>;
  get(userId: string, id: string): Promise<Delivery | null>;
  /** Newest first, ties by id. */
  list(userId: string, projectId: string, filter: DeliveryFilter, query: PageQuery): Promise<Page<Delivery>>;
  /** In the same order. */
  walk(
    userId: string,
    projectId: string,
    filter: DeliveryFilter,
    after: TimePlace,
    pageSize: number,
  ): Promise<Step<Delivery>>;
  countSince(userId: string, since: Date): Promise<number>;
  /** Whether a notification of the user to this recipient ended as `gone`. */
  isGone(userId: string, recipient: string): Promise<boolean>;
  /** Claims the one that has been due longest. It is returned as it was before, except for its version. */
  claim(claim: Claim): Promise<Delivery | null>;
  /** Makes those due whose lease is dead. Returns their number. */
  freeFrom(isDead: (lease: string) => boolean, now: Date): Promise<number>;
  /** Writes it if its version is still the stored one, and increases the version; false otherwise. */
  replace(delivery: Delivery, now: Date): Promise<boolean>;
}

/** The processes that take leases, each with a number that increases while it lives. */
export interface ProcessStore {
  beat(name: string, beat: number): Promise<void>;
  all(): Promise<ReadonlyMap<string, number>>;
  remove(names: readonly string[]): Promise<void>;
}

/** Extracted texts by owner. A cache: losing it costs only time. */
export interface SourceTextStore {
  get(userId: string, key: string, now: Date): Promise<Uint8Array | null>;
  put(userId: string, key: string, bytes: Uint8Array, now: Date): Promise<void>;
}

/** How many requests callers send. The counts only serve to refuse requests and may be lost in a power failure. */
export interface RequestCountStore {
  /**
   * Counts more requests of the caller, 1 by default. A window begins with the caller's first request and is replaced
   * after its end.
   */
  count(caller: string, windowMs: number, now: Date, requests?: number): Promise<Counted>;
}

/** The size of a stored file, or the bytes so far of one that has been arriving since `arrivingSince`. */
export type FileSize = { _id: string; userId: string; bytes: number; arrivingSince: Date | null };

/** How many bytes of files each user has stored. */
export interface FileSizeStore {
  /**
   * Records a file or its new size. `admit` gets the bytes of the owner's other files; if it throws, nothing changes.
   */
  note(file: FileSize, admit?: Admit): Promise<void>;
  /** Does nothing if it is not recorded. */
  forget(id: string): Promise<void>;
  /** Those of the ids that are not recorded. */
  unknown(ids: string[]): Promise<string[]>;
  /** Bytes of all files of the user. */
  total(userId: string): Promise<number>;
}

/** Event streams that servers keep open. They only serve to refuse others and may be lost in a power failure. */
export interface OpenStreamStore {
  /**
   * Records a stream until the given time. `admit` gets the number of the user's streams; if it throws, this one is
   * not added.
   */
  open(stream: OpenStream, until: Date, now: Date, admit: Admit): Promise<void>;
  /** Extends all streams of a server until the given time. */
  extend(server: string, until: Date): Promise<void>;
  close(id: string): Promise<void>;
}

/** `server` is the process that keeps the stream open. */
export type OpenStream = { _id: string; userId: string; server: string };

export type AuthValue = string | number | boolean | null;
export type AuthRecord = { [field: string]: AuthValue };
/** Finds records by one field, the ones that the sign-in library looks its records up by. */
export type AuthMatch = { field: AuthField; values: readonly AuthValue[] };
export const authFields = ['id', 'email', 'token', 'userId', 'accountId', 'identifier'] as const;
export type AuthField = (typeof authFields)[number];

/**
 * The records of the sign-in library: users, accounts with password hashes, sessions, verifications. Times are ISO
 * strings. `id` is the record's key; a user's `email` and a session's `token` are unique.
 */
export interface AuthRecordStore {
  /**
   * Throws `email_taken` when a user with the email exists. `admit` receives the number of records of the model; an
   * error that it throws prevents the insertion, and no two records are admitted over the same count.
   */
  create(model: string, record: AuthRecord, admit?: Admit): Promise<AuthRecord>;
  /** In the order of ids; every record of the model without a match. */
  find(model: string, match: AuthMatch | null, limit?: number): Promise<AuthRecord[]>;
  /** Returns the changed record, or null when it does not exist. Throws `email_taken`. */
  update(model: string, id: string, change: AuthRecord): Promise<AuthRecord | null>;
  /** Returns the number of records that were removed. */
  delete(model: string, ids: string[]): Promise<number>;
  count(model: string): Promise<number>;
}

/** A record of any kind in a transfer between stores. Caches are not transferred. */
export type PortableRecord =
  | { kind: 'politics'; record: Politics }
  | { kind: 'project'; record: Project }
  | { kind: 'run'; record: Run }
  /** Comes after its run. */
  | { kind: 'finding'; userId: string; runId: string; record: StoredFinding }
  | { kind: 'review'; record: StoredReview }
  | { kind: 'delivery'; record: Delivery }
  | { kind: 'token'; record: Token }
  | { kind: 'idempotent_request'; record: IdempotentRequest }
  | { kind: 'account'; model: string; record: AuthRecord };

/** All records of all owners, out and in. Concurrent changes may or may not be included. */
export interface Transfer {
  /** Every record, each kind in the order of its ids. */
  all(): AsyncIterable<PortableRecord>;
  /**
   * Writes records as they are; one with the same id is replaced, a run with its findings. Repeating it changes
   * nothing. Throws `email_taken` if another account has the email.
   */
  put(records: PortableRecord[]): Promise<void>;
}

/** What a cleanup removed. */
export type Expired = {
  idempotencyKeys: number;
  sessions: number;
  sourceTexts: number;
  /** Parts of records, a day old, whose writer died before it wrote the record that names them. */
  strayParts: number;
  /** Files that stopped arriving a day ago because their process died. */
  arrivingFiles: number;
};

/**
 * All records. Each operation is atomic for one record and needs no transaction over several; every error except
 * `AppError` means that the store does not answer.
 */
export interface Store {
  /** The kind and place of the store, for the start-up report. */
  readonly description: string;
  readonly politics: PoliticsStore;
  readonly projects: ProjectStore;
  readonly runs: RunStore;
  readonly findings: FindingStore;
  readonly reviews: ReviewStore;
  readonly deliveries: DeliveryStore;
  readonly tokens: TokenStore;
  readonly auth: AuthRecordStore;
  readonly idempotency: IdempotencyStore;
  readonly processes: ProcessStore;
  readonly sourceTexts: SourceTextStore;
  readonly requestCounts: RequestCountStore;
  readonly fileSizes: FileSizeStore;
  readonly openStreams: OpenStreamStore;
  readonly transfer: Transfer;
  /** Those of the given assets that a politics, a project or a run names. */
  assetsInUse(assetIds: string[]): Promise<Set<string>>;
  /**
   * Removes the project's runs with their findings and deliveries, and its reviews; the project itself must already
   * be removed.
   */
  deleteProjectRemains(userId: string, projectId: string): Promise<void>;
  deleteExpired(now: Date, sourceTextsUnusedSince: Date): Promise<Expired>;
  /** Throws if the store cannot be read and written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
