import type { Finding, Label, Outcome, Review } from '../../../engine/model/finding.ts';
import type { FindingPlace, TimePlace } from '../../domain/records/cursor.ts';
import type { ReviewedPlace } from '../../domain/review.ts';
import type { Capture, Run, RunHead, RunProgress } from '../../domain/runs/run.ts';
import type { Claim, Release } from '../../domain/runs/run-turn.ts';
import type { OwnedRecords, Page, PageQuery, Step } from './records.ts';

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
