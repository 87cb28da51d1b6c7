import type { Json } from '../../../engine/model/result.ts';
import type { Delivery, DeliveryState } from '../../domain/delivery.ts';
import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import type { IdPlace, TimePlace } from '../../domain/records/cursor.ts';
import type { IdempotentRequest } from '../../domain/records/idempotency.ts';
import type { Admit } from '../../domain/records/quota.ts';
import type { Versioned } from '../../domain/records/versioned.ts';
import type { Claim } from '../../domain/runs/run-turn.ts';
import type { Token } from '../../domain/token.ts';

export type PageQuery = { page: number; pageSize: number };

/**
 * `search` selects records whose name or description contains it literally. All texts are compared after
 * `foldForSearch`.
 */
export type ListQuery = PageQuery & {
  search?: string;
  /** The maximum size of all records of a page together, in bytes as stored. */
  mostBytes?: number;
};

/** One page, and the number of records on all pages together. */
export type Page<Item> = { items: Item[]; total: number };

/** The next records of a walk, and whether more follow. `total` counts the whole list. */
export type Step<Item> = Page<Item> & { more: boolean };

/** A walk by id: returns the records after the id `after`, except those in `seen`. */
export type IdWalk = IdPlace & Pick<ListQuery, 'pageSize' | 'search' | 'mostBytes'>;

/**
 * Gets the stored record and returns the changed one. The function must be pure, because it is called again if another
 * writer came first. If it throws, nothing changes, and the caller gets the error. The store ignores the id, owner and
 * version of the returned record and sets them itself.
 */
export type Change<Record> = (current: Record) => Record;

/** Records that belong to an owner. For all others, the record does not exist. */
export interface OwnedRecords<Record extends Versioned> {
  /**
   * Returns false and changes nothing if a record with this id exists. `admit` gets the number of the owner's records;
   * for runs, of those that have not ended. If it throws, the record is not added. Two concurrent calls are never
   * admitted at the same number.
   */
  insert(record: Record, admit?: Admit): Promise<boolean>;
  get(userId: string, id: string): Promise<Record | null>;
  /**
   * Atomic for this record: no concurrent change is lost, and `updatedAt` strictly increases. Returns null if the
   * record does not exist.
   */
  update(userId: string, id: string, change: Change<Record>): Promise<Record | null>;
  /**
   * Calls `allow` with the record first; if `allow` throws, the record is not deleted. Returns false if the record does
   * not exist.
   */
  delete(userId: string, id: string, allow?: (current: Record) => void): Promise<boolean>;
}

export interface ListedRecords<Record extends Versioned> extends OwnedRecords<Record> {
  /**
   * Sorted by the last change, newest first, then by id. A page past the end is empty and has the correct total. Throws
   * `page_too_large` if the records of the page have more than `mostBytes`.
   */
  list(userId: string, query: ListQuery): Promise<Page<Record>>;
  /**
   * In the order of ids, which never changes and is roughly the order of creation. A step that would have more than
   * `mostBytes` is shortened.
   */
  walk(userId: string, walk: IdWalk): Promise<Step<Record>>;
}

export type PoliticsStore = ListedRecords<Politics>;

export interface ProjectStore extends ListedRecords<Project> {
  countWithPolitics(userId: string, politicsId: string): Promise<number>;
}

export interface TokenStore {
  /**
   * `admit` gets the number of the owner's valid tokens; if it throws, the token is not added. Of the owner's expired
   * and revoked tokens, only the newest 100 are kept.
   */
  insert(token: Token, admit?: Admit): Promise<void>;
  /** Finds a token by its id alone, to authenticate a caller whose user is not known yet. */
  find(id: string): Promise<Token | null>;
  /** Newest first. */
  list(userId: string): Promise<Token[]>;
  /** Returns false if the token does not exist. A second revocation keeps the time of the first. */
  revoke(userId: string, id: string, at: Date): Promise<boolean>;
  /** Sets the time of the last use, but never to an earlier time. */
  touch(id: string, at: Date): Promise<void>;
}

export interface IdempotencyStore {
  /**
   * Stores the request if its key is free or expired. Also takes over the same request if the lease of its process is
   * dead, with the record id of that request. `mine` is false if the key is taken; `request` is what is stored.
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
  /** Adds a notification. Returns false and changes nothing if a notification with this id exists. */
  add(delivery: Delivery): Promise<boolean>;
  get(userId: string, id: string): Promise<Delivery | null>;
  /** Sorted by creation time, newest first, then by id. */
  list(userId: string, projectId: string, filter: DeliveryFilter, query: PageQuery): Promise<Page<Delivery>>;
  /** In the order of `list`, after the position. */
  walk(
    userId: string,
    projectId: string,
    filter: DeliveryFilter,
    after: TimePlace,
    pageSize: number,
  ): Promise<Step<Delivery>>;
  countSince(userId: string, since: Date): Promise<number>;
  /** Whether a notification of the user to this recipient is in the state `gone`. */
  isGone(userId: string, recipient: string): Promise<boolean>;
  /**
   * Claims the notification that has been due longest; null if none is due. It is returned as it was before the claim,
   * except for `version` and `updatedAt`.
   */
  claim(claim: Claim): Promise<Delivery | null>;
  /** Makes due every notification that has a dead lease. Returns the number of these notifications. */
  freeFrom(isDead: (lease: string) => boolean, now: Date): Promise<number>;
  /**
   * Writes the notification and increases its version if its version is still the stored one; otherwise returns false.
   */
  replace(delivery: Delivery, now: Date): Promise<boolean>;
}
