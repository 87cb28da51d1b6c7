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

/** `search` is matched literally, folded, against name and description. */
export type ListQuery = PageQuery & {
  search?: string;
  /** The limit for the stored records, in bytes. */
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
