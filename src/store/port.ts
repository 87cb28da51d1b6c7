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

/** `search` is taken literally, folded, against name and description. */
export type ListQuery = PageQuery & {
  search?: string;
  /** Of the stored records, in UTF-16 code units. */
  mostBytes?: number;
};

/** One page and how many records there are over all pages. */
export type Page<Item> = { items: Item[]; total: number };

/** The next records of a walk, and whether more follow. `total` is of the whole list. */
export type Step<Item> = Page<Item> & { more: boolean };

/** A walk by id: what follows the place, but for what was seen before. */
export type IdWalk = IdPlace & Pick<ListQuery, 'pageSize' | 'search' | 'mostBytes'>;

/**
 * Changes a record: gets the stored one, gives the next one. It must be pure, because it may be called again
 * when another writer came first; what it throws reaches the caller and nothing changes. Id, owner and stamps
 * of what it gives are ignored: the store sets them.
 */
export type Change<Record> = (current: Record) => Record;

/** Records of one owner. Another owner's record is as one that does not exist. */
export interface OwnedRecords<Record extends Versioned> {
  /**
   * False when a record with this id exists; then nothing changes. `admit` gets how many records the owner has, of runs
   * those that have not ended; what it throws keeps the record out. No two records are admitted over the same count.
   */
  insert(record: Record, admit?: Admit): Promise<boolean>;
  get(userId: string, id: string): Promise<Record | null>;
  /** Atomic for this record: no concurrent change is lost, `updatedAt` strictly increases. Null when there is none. */
  update(userId: string, id: string, change: Change<Record>): Promise<Record | null>;
  /** Calls `allow` with the record first; what it throws keeps the record. False when there is none. */
  delete(userId: string, id: string, allow?: (current: Record) => void): Promise<boolean>;
}

export interface ListedRecords<Record extends Versioned> extends OwnedRecords<Record> {
  /** Newest change first, ties by id; a page past the end is empty and has the right total. Throws `page_too_large` over `mostBytes`. */
  list(userId: string, query: ListQuery): Promise<Page<Record>>;
  /** In the order of ids, which is nearly that in which records were made and which no change touches. A step over `mostBytes` is cut short. */
  walk(userId: string, walk: IdWalk): Promise<Step<Record>>;
}

export type PoliticsStore = ListedRecords<Politics>;

export interface ProjectStore extends ListedRecords<Project> {
  countWithPolitics(userId: string, politicsId: string): Promise<number>;
}

/** What a claimed run is worked on with: every write names both, and is refused when the fence is no longer the run's. */
export type RunLease = { runId: string; fence: number };

export interface RunStore extends OwnedRecords<Run> {
  /** Those that are released, newest first, ties by id. */
  list(userId: string, projectId: string, query: PageQuery): Promise<Page<RunHead>>;
  /** In the same order. */
  walk(userId: string, projectId: string, after: TimePlace, pageSize: number): Promise<Step<RunHead>>;
  /**
   * Takes one run that is due (queued, to be retried by now, or freed from a dead worker):
   * of the owner who was served longest ago, the run that waits longest. Its fence rises, its attempts too, and
   * when another worker died while it held it, its failures.
   */
  claim(claim: Claim): Promise<Run | null>;
  /** Whether the run is still held under this fence: a cheap question, asked often. */
  holds(hold: RunLease): Promise<boolean>;
  saveProgress(hold: RunLease, progress: RunProgress, now: Date): Promise<boolean>;
  /**
   * Stores findings and lists them in the run's manifest by one compare-and-set on run and fence: only what is
   * listed counts. A finding of the same rule and subject is replaced, failures are forgotten. False when the fence is not current: then
   * none of them counts.
   */
  addFindings(hold: RunLease, findings: StoredFinding[], progress: RunProgress, now: Date): Promise<boolean>;
  /** Adds findings to a run that has ended, for rules and subjects that have none. */
  fillIn(userId: string, runId: string, findings: StoredFinding[]): Promise<void>;
  /** Notes the asset that keeps a link's bytes; the run uses the asset from then on. */
  saveCapture(hold: RunLease, capture: Capture, now: Date): Promise<boolean>;
  release(hold: RunLease, release: Release, now: Date): Promise<boolean>;
  /** Makes the runs due whose lease is dead. Returns how many there were. */
  freeFrom(isDead: (lease: string) => boolean): Promise<number>;
  /** Runs that have ended without what follows from it being done, and runs made before the given time and never released. */
  unfinishedBusiness(madeBefore: Date): Promise<Run[]>;
  countWaiting(): Promise<number>;
  /** Runs that ended before the given time, in no order. */
  endedBefore(time: Date): AsyncIterable<RunHead>;
}

export type StoredFinding = { finding: Finding; fingerprint: string };

export type FindingFilter = {
  label?: Label | 'not_assessed';
  outcome?: Outcome;
  ruleKey?: string;
  /** Findings of this input file alone, with scope `each`. */
  fileIndex?: number;
};

/** Findings that a run's manifest lists, in the order of rules, then subjects. Their `review` is null: reviews stand apart. */
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
   * Changes the review of a place, as `Change` does: gets the stored one, null when there is none, and gives the next one,
   * null to remove it. Gives what is stored then.
   */
  change(place: ReviewedPlace, change: (current: Review | null) => Review | null): Promise<Review | null>;
  /** By fingerprint; those without a review are left out. */
  find(userId: string, projectId: string, fingerprints: string[]): Promise<Map<string, Review>>;
}

export interface TokenStore {
  /**
   * `admit` gets how many tokens of the owner are good when this one is made; what it throws keeps it out. Of those
   * that are not good the newest 100 are kept.
   */
  insert(token: Token, admit?: Admit): Promise<void>;
  /** By id alone: this is how a caller becomes known. */
  find(id: string): Promise<Token | null>;
  /** Newest first. */
  list(userId: string): Promise<Token[]>;
  /** False when there is none; revoking twice keeps the first time. */
  revoke(userId: string, id: string, at: Date): Promise<boolean>;
  /** Never moves the time back. */
  touch(id: string, at: Date): Promise<void>;
}

export interface IdempotencyStore {
  /**
   * Keeps the request when its key is free or has expired, or when the lease of the same request is dead: then the kept
   * record id is used again. `mine` is false when the key is another's; `request` is what is stored.
   */
  claim(
    request: IdempotentRequest,
    now: Date,
    isDead: (lease: string) => boolean,
  ): Promise<{ mine: boolean; request: IdempotentRequest }>;
  complete(request: IdempotentRequest, answer: Json): Promise<void>;
  /** Frees the key after a failure that is not worth replaying. */
  forget(request: IdempotentRequest): Promise<void>;
}

export type DeliveryFilter = { runId?: string; state?: DeliveryState };

/** Messages about runs and what became of them. They go with their run. */
export interface DeliveryStore {
  /** False when one with this id exists; then nothing changes. */
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
  /** Whether a message of the user to this recipient ended as `gone`. */
  isGone(userId: string, recipient: string): Promise<boolean>;
  /** Takes the one that is due longest. The one it returns is as it was before, but for its version. */
  claim(claim: Claim): Promise<Delivery | null>;
  /** Makes those due whose lease is dead. Returns how many there were. */
  freeFrom(isDead: (lease: string) => boolean, now: Date): Promise<number>;
  /** Writes it when its version is still the stored one, which rises; false when it is not. */
  replace(delivery: Delivery, now: Date): Promise<boolean>;
}

/** The processes that take leases, each with a number that rises as long as it lives. */
export interface ProcessStore {
  beat(name: string, beat: number): Promise<void>;
  all(): Promise<ReadonlyMap<string, number>>;
  remove(names: readonly string[]): Promise<void>;
}

/** Texts of sources by owner. A cache: losing it costs time only. */
export interface SourceTextStore {
  get(userId: string, key: string, now: Date): Promise<Uint8Array | null>;
  put(userId: string, key: string, bytes: Uint8Array, now: Date): Promise<void>;
}

/** How many requests callers send. It serves to refuse some and may be lost with the power. */
export interface RequestCountStore {
  /** Counts one more request of the caller, whose window begins with its first and begins anew when it has ended. */
  count(caller: string, windowMs: number, now: Date): Promise<Counted>;
}

/** The size of a file that a user keeps, or of one that is arriving since `arrivingSince`: its bytes so far. */
export type FileSize = { _id: string; userId: string; bytes: number; arrivingSince: Date | null };

/** How many bytes of files each user keeps. */
export interface FileSizeStore {
  /** Notes a file, or its size anew. `admit` gets the bytes of the owner's other files; what it throws changes nothing. */
  note(file: FileSize, admit?: Admit): Promise<void>;
  /** No error when it is not noted. */
  forget(id: string): Promise<void>;
  /** Those of the ids that are not noted. */
  unknown(ids: string[]): Promise<string[]>;
  /** Bytes of all files of the user. */
  total(userId: string): Promise<number>;
}

/** Event streams that servers keep open. It serves to refuse some and may be lost with the power. */
export interface OpenStreamStore {
  /** Notes a stream until the given time. `admit` gets how many the user has; what it throws keeps it out. */
  open(stream: OpenStream, until: Date, now: Date, admit: Admit): Promise<void>;
  /** Keeps all streams of a server until the given time. */
  prolong(server: string, until: Date): Promise<void>;
  close(id: string): Promise<void>;
}

/** `server` is the process that keeps the stream open. */
export type OpenStream = { _id: string; userId: string; server: string };

export type AuthValue = string | number | boolean | null;
export type AuthRecord = { [field: string]: AuthValue };
export type AuthCondition = {
  field: string;
  operator:
    | 'eq'
    | 'ne'
    | 'lt'
    | 'lte'
    | 'gt'
    | 'gte'
    | 'in'
    | 'not_in'
    | 'contains'
    | 'starts_with'
    | 'ends_with';
  value: AuthValue | string[] | number[];
  connector: 'AND' | 'OR';
};
export type AuthQuery = {
  limit?: number;
  offset?: number;
  sortBy?: { field: string; direction: 'asc' | 'desc' };
};

/**
 * What the sign-in library keeps: users, accounts with password hashes, sessions, verifications. Times are ISO
 * strings. `id` is the record's key; a user's `email` and a session's `token` are unique.
 */
export interface AuthRecordStore {
  /**
   * Throws `email_taken` for a user whose email is there. `admit` gets how many records of the model there are; what it
   * throws keeps the record out, and no two records are admitted over the same count.
   */
  create(model: string, record: AuthRecord, admit?: Admit): Promise<AuthRecord>;
  find(model: string, where: AuthCondition[], query?: AuthQuery): Promise<AuthRecord[]>;
  /** Gives how many were changed. */
  update(model: string, where: AuthCondition[], change: AuthRecord): Promise<number>;
  delete(model: string, where: AuthCondition[]): Promise<number>;
  count(model: string, where: AuthCondition[]): Promise<number>;
}

/** A record of any kind as it crosses from one store to another. What is a cache does not cross. */
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

/** All records of all owners, out and in. Work that goes on meanwhile may be in or not. */
export interface Transfer {
  /** Every record, each kind in the order of its ids. */
  all(): AsyncIterable<PortableRecord>;
  /**
   * Puts records as they are; one with the same id is replaced, a run with its findings. Doing it again changes
   * nothing. Throws `email_taken` when another account has the email.
   */
  put(records: PortableRecord[]): Promise<void>;
}

/** What a sweep of things that outlived their use removed. */
export type Expired = {
  idempotencyKeys: number;
  sessions: number;
  sourceTexts: number;
  /** Parts of records, a day old, whose writer died before it wrote the record that would name them. */
  strayParts: number;
  /** Files that stopped arriving a day ago, whose process died. */
  arrivingFiles: number;
};

/**
 * All records. Each operation is atomic for one record and needs no transaction over several; every error but
 * `AppError` means that the store does not answer.
 */
export interface Store {
  /** What it runs on, for the start-up report. */
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
  /** Removes the project's runs with their findings and deliveries, and its reviews; the project itself must be gone. */
  deleteProjectRemains(userId: string, projectId: string): Promise<void>;
  deleteExpired(now: Date, sourceTextsUnusedSince: Date): Promise<Expired>;
  /** Throws when the store can't be read and written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
