import type { Finding, Label, Outcome, Review } from '../../../engine/model/finding.ts';
import type { FindingPlace, TimePlace } from '../../domain/records/cursor.ts';
import type { ReviewedPlace } from '../../domain/review.ts';
import type { Capture, Run, RunHead, RunProgress } from '../../domain/runs/run.ts';
import type { Claim, Release } from '../../domain/runs/run-turn.ts';
import type { OwnedRecords, Page, PageQuery, Step } from './records.ts';

/**
 * The lease of a claimed run. Every write of a worker names the run and the fence, and is refused if the run has a
 * newer fence.
 */
export type RunLease = { runId: string; fence: number };

export interface RunStore extends OwnedRecords<Run> {
  /** Released runs, sorted by creation time, newest first, then by id. */
  list(userId: string, projectId: string, query: PageQuery): Promise<Page<RunHead>>;
  /** In the order of `list`, after the position. */
  walk(userId: string, projectId: string, after: TimePlace, pageSize: number): Promise<Step<RunHead>>;
  /**
   * Claims one due run: a run that is queued, due for a retry, or freed because its worker died. The owner whose last
   * claim is oldest comes first, with the run of theirs that has waited longest. Its fence and attempts increase, and
   * its failures too if its previous worker died. Returns null if no run is due.
   */
  claim(claim: Claim): Promise<Run | null>;
  /** Whether the lease with this fence is still valid. The query is cheap, because it runs often. */
  isLeased(runLease: RunLease): Promise<boolean>;
  saveProgress(runLease: RunLease, progress: RunProgress, now: Date): Promise<boolean>;
  /**
   * Stores findings and adds them to the run's manifest by one compare-and-set on run and fence: only findings in the
   * manifest count. An earlier finding of the same rule and subject is replaced, and the run's failures are reset to 0.
   * Returns false if the fence is not current; then none of the findings counts.
   */
  addFindings(
    runLease: RunLease,
    findings: StoredFinding[],
    progress: RunProgress,
    now: Date,
  ): Promise<boolean>;
  /** Adds findings to a run that has ended, but only findings for a rule and subject that have none yet. */
  fillIn(userId: string, runId: string, findings: StoredFinding[]): Promise<void>;
  /** Records the asset that contains the bytes of a link. From then on the run uses the asset. */
  saveCapture(runLease: RunLease, capture: Capture, now: Date): Promise<boolean>;
  release(runLease: RunLease, release: Release, now: Date): Promise<boolean>;
  /** Makes due every running run that has a dead lease. Returns the number of these runs. */
  freeFrom(isDead: (lease: string) => boolean): Promise<number>;
  /**
   * Ended runs whose follow-up work is not done, and unreleased runs that were created before the given time; the
   * oldest 100 of them.
   */
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
  /** Only findings about this input file; they exist if the scope of the run is `each`. */
  fileIndex?: number;
};

/**
 * The findings in a run's manifest, in the order of rules, then subjects. Their `review` is null: reviews are stored
 * separately.
 */
export interface FindingStore {
  list(userId: string, runId: string, filter: FindingFilter, query: PageQuery): Promise<Page<StoredFinding>>;
  /** In the order of `list`, after the position. */
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
   * Changes the review of a place. `change` gets the stored review, or null if there is none, and returns the changed
   * review, or null to remove it. It must be pure, like every `Change`. Returns what is stored afterwards.
   */
  change(place: ReviewedPlace, change: (current: Review | null) => Review | null): Promise<Review | null>;
  /** The reviews by fingerprint. Fingerprints without a review are left out. */
  find(userId: string, projectId: string, fingerprints: string[]): Promise<Map<string, Review>>;
}

/** The processes that take leases, each with a number that increases while the process is alive. */
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
