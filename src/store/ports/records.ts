import type { Json } from '../../../engine/model/result.ts';
import type { Delivery, DeliveryState } from '../../domain/delivery.ts';
import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import type { IdPlace, TimePlace } from '../../domain/records/cursor.ts';
import type { IdempotentRequest } from '../../domain/records/idempotency.ts';
import type { Admit } from '../../domain/records/quota.ts';
import type { RecordLimit } from '../../domain/records/rights.ts';
import type { Versioned } from '../../domain/records/versioned.ts';
import type { Claim } from '../../domain/runs/run-turn.ts';
import type { Token } from '../../domain/token.ts';
import type { WatchState } from '../../domain/watch.ts';
import type { WebhookRotation } from '../../domain/webhook-rotation.ts';

export type PageQuery = { page: number; pageSize: number };

/**
 * `search` selects the records whose name or description contains this text literally. The texts are compared after
 * `foldForSearch`, which removes differences such as case.
 */
export type ListQuery = PageQuery & {
  search?: string | undefined;
  /** The maximum size of all records of a page together, in bytes as stored. */
  mostBytes?: number | undefined;
  /** Selects only the rule set or the project with this id, and the projects that use the rule set. */
  within?: RecordLimit | undefined;
};

/** One page, and the number of records on all pages together. */
export type Page<Item> = { items: Item[]; total: number };

/**
 * The next records of a list that is read by cursor, and whether more follow. `total` counts all records of the list.
 */
export type Step<Item> = Page<Item> & { more: boolean };

/** A part of a list: the page with a number (1 by default), or what follows the position `after`. */
export type Stretch<Place> = { pageSize: number; page?: number | undefined; after?: Place | undefined };

/** Selects the records that follow the id `after` in the order of ids, except those whose ids are in `seen`. */
export type IdWalk = IdPlace & Pick<ListQuery, 'pageSize' | 'search' | 'mostBytes' | 'within'>;

/**
 * Gets the stored record and returns the changed record. The function must be pure, because it is called again if
 * another writer has changed the record in between. If the function throws, nothing changes, and the caller gets the
 * error. The store ignores the id, workspace, creator and version in the returned record, and sets them itself.
 */
export type Change<Record> = (current: Record) => Record;

/** Stores records that belong to a workspace. In every other workspace, a record seems not to exist. */
export interface OwnedRecords<Record extends Versioned> {
  /**
   * Adds a record. Returns false and changes nothing if a record with this id exists. `admit` gets the number of the
   * workspace's records (for runs: of those that have not ended). If `admit` throws, the record is not added. Two
   * concurrent calls are never both admitted with the same number.
   */
  insert(record: Record, admit?: Admit): Promise<boolean>;
  get(workspaceId: string, id: string): Promise<Record | null>;
  /**
   * Changes a record. No concurrent change is lost, and `updatedAt` strictly increases. Returns null if the record does
   * not exist.
   */
  update(workspaceId: string, id: string, change: Change<Record>): Promise<Record | null>;
  /**
   * Deletes a record, after calling `allow` with it; if `allow` throws, the record is not deleted. Returns false if the
   * record does not exist.
   */
  delete(workspaceId: string, id: string, allow?: (current: Record) => void): Promise<boolean>;
}

export interface ListedRecords<Record extends Versioned> extends OwnedRecords<Record> {
  /**
   * Returns a page of the records, sorted by last change, newest first, then by id. A page past the end is empty, but
   * has the correct total. Throws `page_too_large` if the records of the page have more than `mostBytes` bytes.
   */
  list(workspaceId: string, query: ListQuery): Promise<Page<Record>>;
  /**
   * Returns records in the order of ids, which never changes and is roughly the order of creation. Returns fewer than
   * `pageSize` records if `pageSize` records would have more than `mostBytes` bytes.
   */
  walk(workspaceId: string, walk: IdWalk): Promise<Step<Record>>;
}

export type PoliticsStore = ListedRecords<Politics>;

export interface ProjectStore extends ListedRecords<Project> {
  countWithPolitics(workspaceId: string, politicsId: string): Promise<number>;
}

export interface TokenStore {
  /**
   * Adds a token. `admit` gets the number of the user's valid tokens; if `admit` throws, the token is not added. Of
   * the user's expired and revoked tokens, only the newest 100 are kept.
   */
  insert(token: Token, admit?: Admit): Promise<void>;
  /** Finds a token by its id alone, because the user of the caller is not known before the token is found. */
  find(id: string): Promise<Token | null>;
  /** Newest first. */
  list(userId: string): Promise<Token[]>;
  /** Revokes a token. Returns false if the token does not exist. A second revocation keeps the time of the first. */
  revoke(userId: string, id: string, at: Date): Promise<boolean>;
  /** Sets the time of the last use of a token, but never to an earlier time than before. */
  touch(id: string, at: Date): Promise<void>;
}

export interface IdempotencyStore {
  /**
   * Claims the key of a request by storing the request, if the key is free or expired. If the same request has already
   * claimed the key under a lease that is now dead, claims the key again; the stored request keeps its record id.
   * `mine` is false if another claim of the key is valid. `request` is the request that is now stored.
   */
  claim(
    request: IdempotentRequest,
    now: Date,
    isDead: (lease: string) => boolean,
  ): Promise<{ mine: boolean; request: IdempotentRequest }>;
  complete(request: IdempotentRequest, answer: Json): Promise<void>;
  /** Releases the key of a request that failed, so that the key can be used again. */
  forget(request: IdempotentRequest): Promise<void>;
}

export type DeliveryFilter = { runId?: string; state?: DeliveryState };

/** Stores the notifications about runs, with the state of their delivery. A notification is removed with its run. */
export interface DeliveryStore {
  /** Adds a notification. Returns false and changes nothing if a notification with this id exists. */
  add(delivery: Delivery): Promise<boolean>;
  get(workspaceId: string, id: string): Promise<Delivery | null>;
  /** Returns notifications, sorted by creation time, newest first, then by id. */
  list(
    workspaceId: string,
    projectId: string,
    filter: DeliveryFilter,
    query: Stretch<TimePlace>,
  ): Promise<Step<Delivery>>;
  countSince(workspaceId: string, since: Date): Promise<number>;
  /** Whether a notification of the workspace to this recipient is in the state `gone`. */
  isGone(workspaceId: string, recipient: string): Promise<boolean>;
  /**
   * Claims the notification that has been due longest. Returns it as it was before the claim, but with the new
   * `version` and `updatedAt`; null if none is due.
   */
  claim(claim: Claim): Promise<Delivery | null>;
  /** Makes every notification with a dead lease due again. Returns the number of these notifications. */
  freeFrom(isDead: (lease: string) => boolean, now: Date): Promise<number>;
  /**
   * Replaces the stored notification and increases its version. Returns false and changes nothing if the stored
   * notification has a different version.
   */
  replace(delivery: Delivery, now: Date): Promise<boolean>;
}

/** Stores how often the keys of webhooks were rotated. A key that was never rotated has no record. */
export interface WebhookRotationStore {
  find(workspaceId: string, url: string): Promise<WebhookRotation | null>;
  /**
   * Stores a rotation. Returns false and changes nothing unless the stored number of rotations is one less, because
   * another rotation came first.
   */
  advance(rotation: WebhookRotation): Promise<boolean>;
}

/** Stores the states of watched folders. A state is removed with its project. */
export interface WatchStore {
  get(workspaceId: string, projectId: string): Promise<WatchState | null>;
  /** Writes a state. The stored state of the same project is replaced, also under a lease. */
  put(state: WatchState): Promise<void>;
  /**
   * Claims the watch that has been due longest and is not under a living lease. Returns its state with the new lease;
   * null if none is due.
   */
  claim(claim: Claim, isDead: (lease: string) => boolean): Promise<WatchState | null>;
  /**
   * Writes the state and ends its lease. Returns false and changes nothing if the stored state is no longer under this
   * lease.
   */
  release(state: WatchState): Promise<boolean>;
  /** Removes the state, unless the stored state is no longer under this lease. */
  remove(state: WatchState): Promise<void>;
}
