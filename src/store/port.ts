import type { AuditEntry } from '../domain/audit.ts';
import type { MonthlySpending, OwnCaps } from '../domain/budget.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Politics } from '../domain/politics.ts';
import type { Project } from '../domain/project.ts';
import type { IdempotentRequest } from '../domain/records/idempotency.ts';
import type { Assignment, StoredReview } from '../domain/review.ts';
import type { ChainEntry } from '../domain/runs/event-chain.ts';
import type { Run } from '../domain/runs/run.ts';
import type { Token } from '../domain/token.ts';
import type { WebhookRotation } from '../domain/webhook-rotation.ts';
import type { Workspace } from '../domain/workspaces/workspace.ts';
import type { AuditStore } from './ports/audit.ts';
import type { AuthRecord, AuthRecordStore } from './ports/auth.ts';
import type { BudgetStore } from './ports/budgets.ts';
import type { FileSizeStore, OpenStreamStore, RequestCountStore } from './ports/limits.ts';
import type {
  DeliveryStore,
  IdempotencyStore,
  PoliticsStore,
  ProjectStore,
  TokenStore,
  WatchStore,
  WebhookRotationStore,
} from './ports/records.ts';
import type {
  AssignmentStore,
  EventStore,
  FindingStore,
  ProcessStore,
  PublishedKey,
  ReviewStore,
  RunStore,
  SigningKeyStore,
  SourceTextStore,
  StoredFinding,
} from './ports/runs.ts';
import type { WorkspaceStore } from './ports/workspaces.ts';

/** A record of any kind in a transfer between stores. Caches are not transferred. */
export type PortableRecord =
  | { kind: 'workspace'; record: Workspace }
  | { kind: 'politics'; record: Politics }
  | { kind: 'project'; record: Project }
  | { kind: 'run'; record: Run }
  /** Must come after the record of its run. */
  | { kind: 'finding'; workspaceId: string; runId: string; record: StoredFinding }
  /** Must come after the record of its run. */
  | { kind: 'event'; workspaceId: string; runId: string; record: ChainEntry }
  | { kind: 'review'; record: StoredReview }
  | { kind: 'assignment'; record: Assignment }
  | { kind: 'delivery'; record: Delivery }
  | { kind: 'token'; record: Token }
  | { kind: 'audit_entry'; record: AuditEntry }
  | { kind: 'spending'; record: MonthlySpending }
  | { kind: 'spending_caps'; record: OwnCaps }
  | { kind: 'signing_key'; record: PublishedKey }
  | { kind: 'webhook_rotation'; record: WebhookRotation }
  | { kind: 'idempotent_request'; record: IdempotentRequest }
  | { kind: 'account'; model: string; record: AuthRecord };

/** Exports and imports all records of all owners. An export may miss changes that are made during the export. */
export interface Transfer {
  /**
   * Yields every record, kind by kind. Within a kind, records are in the order of their ids. Each finding and each event
   * comes after its run.
   */
  all(): AsyncIterable<PortableRecord>;
  /**
   * Writes records unchanged. A stored record with the same id is replaced; a run is replaced together with its
   * findings and events. Writing the same records again changes nothing. Throws `email_taken` if another account has the same
   * email.
   */
  put(records: PortableRecord[]): Promise<void>;
}

/** The number of records of each kind that a cleanup removed. */
export type Expired = {
  idempotencyKeys: number;
  sessions: number;
  sourceTexts: number;
  /**
   * Parts of records that are at least a day old and to which no record refers: the process that wrote them died before
   * it wrote the record.
   */
  strayParts: number;
  /** Uploads that have been incomplete for a day, because the process that received them died. */
  arrivingFiles: number;
};

/**
 * Stores all records. Each operation is atomic for one record and needs no transaction over several records. Each
 * operation throws `store_unavailable` if the store does not answer.
 */
export interface Store {
  /** The kind and location of the store, for the message at start-up. */
  readonly description: string;
  readonly workspaces: WorkspaceStore;
  readonly politics: PoliticsStore;
  readonly projects: ProjectStore;
  readonly runs: RunStore;
  readonly findings: FindingStore;
  readonly events: EventStore;
  readonly reviews: ReviewStore;
  readonly assignments: AssignmentStore;
  readonly deliveries: DeliveryStore;
  readonly tokens: TokenStore;
  readonly audit: AuditStore;
  readonly budgets: BudgetStore;
  readonly auth: AuthRecordStore;
  readonly idempotency: IdempotencyStore;
  readonly processes: ProcessStore;
  readonly signingKeys: SigningKeyStore;
  readonly webhookRotations: WebhookRotationStore;
  readonly watches: WatchStore;
  readonly sourceTexts: SourceTextStore;
  readonly requestCounts: RequestCountStore;
  readonly fileSizes: FileSizeStore;
  readonly openStreams: OpenStreamStore;
  readonly transfer: Transfer;
  /** Returns those of the given assets that a rule set, a project or a run refers to. */
  assetsInUse(assetIds: string[]): Promise<Set<string>>;
  /**
   * Removes the reviews, the assignments and the watch of a project, and its runs with their findings, events and
   * notifications. The project itself must already be removed.
   */
  deleteProjectRemains(workspaceId: string, projectId: string): Promise<void>;
  /**
   * Removes what belongs to a workspace besides projects and rule sets, which must already be removed: reviews,
   * assignments, rotations of webhook keys, spending, and cached texts. The audit log stays. Can be repeated.
   */
  deleteWorkspaceRemains(id: string): Promise<void>;
  /**
   * Removes what belongs to a person and to no workspace: tokens, idempotent requests, and what the person has spent. Can
   * be repeated.
   */
  deletePersonRemains(userId: string): Promise<void>;
  deleteExpired(now: Date, sourceTextsUnusedSince: Date): Promise<Expired>;
  /**
   * A text that is another one after every change of a record, by whatever process; null if the store cannot tell. What
   * was read counts as long as the text is the same.
   */
  revision(): string | null;
  /** Throws if the store cannot be read or written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
