import type { Finding, Label, Outcome, Review } from '../../../engine/model/finding.ts';
import type { FindingPlace, TimePlace } from '../../domain/records/cursor.ts';
import type { Assignee, Assignment, ReviewedPlace } from '../../domain/review.ts';
import type { ChainEntry, RecordedAt, RunEvent } from '../../domain/runs/event-chain.ts';
import type { Capture, Run, RunHead, RunProgress } from '../../domain/runs/run.ts';
import type { Claim, Release } from '../../domain/runs/run-turn.ts';
import type { ReviewedFinding } from '../../domain/runs/sign-off.ts';
import type { OwnedRecords, Step, Stretch } from './records.ts';

/**
 * The lease of a claimed run. Every write of a worker contains the id of the run and the fence, and is refused if the
 * run has a newer fence.
 */
export type RunLease = { runId: string; fence: number };

export interface RunStore extends OwnedRecords<Run> {
  /** Returns released runs of a project, sorted by creation time, newest first, then by id. */
  list(workspaceId: string, projectId: string, query: Stretch<TimePlace>): Promise<Step<RunHead>>;
  /** Returns those of the given runs that exist, without their large parts, in no particular order. */
  heads(workspaceId: string, ids: readonly string[]): Promise<RunHead[]>;
  /**
   * Claims one due run: a run that is queued, due for a retry, or due again because its worker died. The owner whose
   * last claim is oldest comes first. Of the runs of this owner, the one that has waited longest is claimed. Runs of
   * the users in `exceptUsers` are left out. The claim increases the `fence` and `attempts` of the run, and its
   * `failures` if its previous worker died. Returns null if no run is due.
   */
  claim(claim: Claim): Promise<Run | null>;
  /** Whether the lease is still valid. The query must be cheap, because it runs often. */
  isLeased(runLease: RunLease): Promise<boolean>;
  saveProgress(runLease: RunLease, progress: RunProgress, now: Date): Promise<boolean>;
  /**
   * Stores findings of a run, if the lease is still valid; otherwise returns false, and none of the findings counts. A
   * finding replaces an earlier finding of the same rule and subject. The failures of the run are reset to 0.
   */
  addFindings(
    runLease: RunLease,
    findings: StoredFinding[],
    progress: RunProgress,
    now: Date,
  ): Promise<boolean>;
  /**
   * Adds findings to a run that has ended. Findings for a rule and subject that already have a finding are left out.
   */
  fillIn(workspaceId: string, runId: string, findings: StoredFinding[]): Promise<void>;
  /** Records the asset that contains the content of a link. From then on the run uses the asset instead of the link. */
  saveCapture(runLease: RunLease, capture: Capture, now: Date): Promise<boolean>;
  release(runLease: RunLease, release: Release, now: Date): Promise<boolean>;
  /** Makes every running run with a dead lease due again. Returns the number of these runs. */
  freeFrom(isDead: (lease: string) => boolean): Promise<number>;
  /**
   * Returns the oldest 100 runs with unfinished work: runs that have ended but whose follow-up work is not done, and
   * unreleased runs that were created before the given time.
   */
  unfinishedBusiness(madeBefore: Date): Promise<Run[]>;
  countWaiting(): Promise<number>;
  /** Adds up the released runs of the user that are stored, whatever their state. */
  usage(workspaceId: string): Promise<RunUsage>;
  /** Yields the runs that ended before the given time, in no particular order. */
  endedBefore(time: Date): AsyncIterable<RunHead>;
}

/**
 * What the runs of a user have used: the pages that were read, and the tokens that were sent to and received from
 * language models. The tokens of a run count when it has ended.
 */
export type RunUsage = { runs: number; pages: number; modelTokens: number };

export type StoredFinding = { finding: Finding; fingerprint: string };

export type FindingFilter = {
  label?: Label | 'not_assessed' | undefined;
  outcome?: Outcome | undefined;
  ruleKey?: string | undefined;
  /**
   * The index of an input file: selects the findings about this file. Only runs with the scope `each` have such
   * findings.
   */
  fileIndex?: number;
  /** Selects the findings that have one of these fingerprints, or none of them. */
  fingerprints?: { are: 'among' | 'not among'; these: readonly string[] } | undefined;
};

/**
 * Reads the findings of a run, sorted by rule, then by subject. Their `review` is null, because reviews are stored
 * separately.
 */
export interface FindingStore {
  list(
    workspaceId: string,
    runId: string,
    filter: FindingFilter,
    query: Stretch<FindingPlace>,
  ): Promise<Step<StoredFinding>>;
  all(workspaceId: string, runId: string): Promise<StoredFinding[]>;
  /**
   * Returns the size of the findings of a run as JSON, without reading them. Findings of earlier releases may not count.
   */
  bytes(workspaceId: string, runId: string): Promise<number>;
  get(workspaceId: string, runId: string, findingId: string): Promise<StoredFinding | null>;
  /** Returns the findings of the given runs that have a review, in no particular order. */
  reviewed(
    workspaceId: string,
    runs: readonly { projectId: string; runId: string }[],
  ): Promise<ReviewedFinding[]>;
}

/** Stores what belongs to a fingerprint within a project. */
export interface PlacedStore<Value> {
  /**
   * Changes the value of a finding. `change` gets the stored value, or null if there is none. It returns the changed
   * value, or null to remove it. The function must be pure, like every `Change`. Returns the value that is stored
   * afterwards.
   */
  change(place: ReviewedPlace, change: (current: Value | null) => Value | null): Promise<Value | null>;
  /** Returns the values of a project by the fingerprint of the finding; with `fingerprints`, only of these. */
  find(workspaceId: string, projectId: string, fingerprints?: readonly string[]): Promise<Map<string, Value>>;
}

export type ReviewStore = PlacedStore<Review>;

/** Stores who is to review which finding. */
export interface AssignmentStore extends PlacedStore<Assignee> {
  /** Returns what is assigned to a person and has no review. Also those whose finding no longer exists. */
  open(workspaceId: string, userId: string): Promise<Assignment[]>;
  /** Removes all that is assigned to a person in a workspace. */
  removeOf(workspaceId: string, userId: string): Promise<void>;
}

/** Stores the chain of events of each run. A chain is only appended to, and is deleted only with its run. */
export interface EventStore {
  /**
   * Appends events to the chain of a run, in this order. Concurrent calls yield one chain: each entry refers to exactly
   * one entry before it. With `after`, the events are appended only as long as the chain ends with the entry of this
   * sequence number (0: as long as it is empty). Returns false if the run does not exist, or if the chain ended with
   * another entry.
   */
  append(
    workspaceId: string,
    runId: string,
    events: readonly RunEvent[],
    recorded: RecordedAt & { after?: number },
  ): Promise<boolean>;
  /** Returns the next entries after the sequence number `after`, in the order of the chain; at most `most`. */
  walk(workspaceId: string, runId: string, after: number, most: number): Promise<ChainEntry[]>;
}

/** A public key that verifies bundles. `id` is its JWK thumbprint (RFC 7638); `x` is the key itself, in base64url. */
export type PublishedKey = { id: string; x: string; since: string };

/** Stores the public keys with which this installation has ever signed, so that old bundles can be verified. */
export interface SigningKeyStore {
  /** Adds a key. A key that is already stored keeps its `since`. */
  publish(key: PublishedKey): Promise<void>;
  /** Returns all keys, oldest first. */
  all(): Promise<PublishedKey[]>;
}

/** Stores the processes that take leases, each with a number (`beat`) that increases while the process is alive. */
export interface ProcessStore {
  beat(name: string, beat: number): Promise<void>;
  all(): Promise<ReadonlyMap<string, number>>;
  remove(names: readonly string[]): Promise<void>;
}

/** A cache of extracted texts, separate for each owner. If a text is lost, it is extracted again. */
export interface SourceTextStore {
  get(workspaceId: string, key: string, now: Date): Promise<Uint8Array | null>;
  put(workspaceId: string, key: string, bytes: Uint8Array, now: Date): Promise<void>;
  /** Returns the keys that start with `prefix`, in ascending order; at most 100. */
  keys(workspaceId: string, prefix: string): Promise<string[]>;
}
