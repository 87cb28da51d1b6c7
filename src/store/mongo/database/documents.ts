import type {
  Abortable,
  Collection,
  CollectionOptions,
  CommandOperationOptions,
  Db,
  Filter,
  OptionalUnlessRequiredId,
  UpdateFilter,
  WithId,
} from 'mongodb';
import type { Stretch } from '../../ports/records.ts';
import type { CollectionName } from './indexes.ts';
import { guarded, isDuplicate } from './unavailable.ts';

/**
 * Selects which of the matching records are read, and in which order. `only` names the fields to read; without `only`,
 * all fields are read.
 */
export type Window = {
  sort?: Readonly<Record<string, 1 | -1>>;
  skip?: number;
  limit?: number;
  only?: readonly string[];
};

/** What ends an operation of the driver. */
type Limit = Abortable & CommandOperationOptions;

/** The number of records that are read at once when all are read. */
const batchSize = 100;

/**
 * The only access to a collection. This class converts text with `toBsonText`, and throws `store_unavailable` if the
 * server does not answer. A test runs every query and checks that a declared index serves it.
 */
export class Documents<Doc extends { _id: string }> {
  readonly #collection: Collection<Doc>;
  readonly #byId: Collection<{ _id: string }>;
  readonly #longestMs: number;

  constructor(database: Db, name: CollectionName, options?: CollectionOptions) {
    this.#collection = database.collection<Doc>(name, options);
    this.#byId = database.collection<{ _id: string }>(name, options);
    const { serverSelectionTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS } = database.client.options;
    this.#longestMs = serverSelectionTimeoutMS + waitQueueTimeoutMS + (socketTimeoutMS || 3_600_000);
  }

  /**
   * Runs an operation, which `limit` ends after the longest time that the connection allows. The driver alone waits without
   * end if it writes to a socket that has just been destroyed, because no event of the socket follows.
   */
  #run<Value>(operation: (limit: Limit) => Promise<Value>): Promise<Value> {
    return guarded(() => operation({ signal: AbortSignal.timeout(this.#longestMs) }));
  }

  /** Runs a write that can make a record. Of two that make the same record at once, the second fails and is repeated. */
  async #repeated<Value>(write: () => Promise<Value>): Promise<Value> {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return write();
    }
  }

  /** Inserts a record. Returns false if a stored record has the same id, or the same value in another unique index. */
  async insert(doc: OptionalUnlessRequiredId<Doc>): Promise<boolean> {
    try {
      await this.#run((limit) => this.#collection.insertOne(toBsonText(doc), limit));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async insertAll(docs: OptionalUnlessRequiredId<Doc>[]): Promise<void> {
    if (docs.length > 0)
      await this.#run((limit) =>
        this.#collection.insertMany(
          docs.map((doc) => toBsonText(doc)),
          limit,
        ),
      );
  }

  /** Writes records. A stored record with the same id is replaced. */
  async put(docs: readonly Doc[]): Promise<void> {
    if (docs.length === 0) return;
    const writes = docs.map((doc) => ({
      replaceOne: { filter: toBsonText({ _id: doc._id }), replacement: toBsonText(doc), upsert: true },
    }));
    await this.#repeated(() => this.#run((limit) => this.#byId.bulkWrite(writes, limit)));
  }

  async first(filter: Filter<Doc>, window: Window = {}): Promise<WithId<Doc> | null> {
    const [found] = await this.find(filter, { ...window, limit: 1 });
    return found ?? null;
  }

  async find(filter: Filter<Doc>, { only, ...window }: Window = {}): Promise<WithId<Doc>[]> {
    const projection = only && Object.fromEntries(only.map((field) => [field, 1]));
    const found = await this.#run((limit) =>
      this.#collection
        .find(toBsonText(filter), { ...window, ...(projection && { projection }), ...limit })
        .toArray(),
    );
    return fromBsonText(found);
  }

  /**
   * Reads a page of the matching records, or the first of those that `following` selects, and one record more if there
   * is one. Counts all matching records.
   */
  async stretch(
    filter: Filter<Doc>,
    following: Filter<Doc> | undefined,
    { page = 1, pageSize }: Stretch<unknown>,
    window: Pick<Window, 'sort' | 'only'>,
  ): Promise<{ found: WithId<Doc>[]; total: number }> {
    const skip = following === undefined ? (page - 1) * pageSize : 0;
    const [found, total] = await Promise.all([
      this.find(following ?? filter, { ...window, skip, limit: pageSize + 1 }),
      this.count(filter),
    ]);
    return { found, total };
  }

  /** Yields every record in the order of ids. The records are read in batches. */
  async *all(): AsyncGenerator<WithId<Doc>> {
    const filter: Filter<Doc> = {};
    for (;;) {
      const found = await this.find(filter, { sort: { _id: 1 }, limit: batchSize });
      yield* found;
      const last = found.at(-1);
      if (last === undefined || found.length < batchSize) return;
      Object.assign(filter, { _id: { $gt: last._id } });
    }
  }

  async count(filter: Filter<Doc>): Promise<number> {
    return this.#run((limit) => this.#collection.countDocuments(toBsonText(filter), limit));
  }

  /** Returns the sum of a numeric field over the matching records. */
  async sum(field: keyof WithId<Doc> & string, filter: Filter<Doc>): Promise<number> {
    const stages = [{ $match: toBsonText(filter) }, { $group: { _id: null, total: { $sum: `$${field}` } } }];
    const [summed] = await this.#run((limit) =>
      this.#collection.aggregate<{ total: number }>(stages, limit).toArray(),
    );
    return summed?.total ?? 0;
  }

  /** Returns the distinct text values of a field in the matching records. */
  async distinct(field: keyof WithId<Doc> & string, filter: Filter<Doc>): Promise<string[]> {
    const values: unknown[] = await this.#run((limit) =>
      this.#collection.distinct(field, toBsonText(filter), limit),
    );
    return fromBsonText(values.filter((value) => typeof value === 'string'));
  }

  /**
   * Changes one matching record in one atomic step. Returns false if no record matches: in a compare-and-set, this
   * means that another writer has changed the record.
   */
  async change(filter: Filter<Doc>, update: UpdateFilter<Doc>): Promise<boolean> {
    const { matchedCount } = await this.#run((limit) =>
      this.#collection.updateOne(toBsonText(filter), toBsonText(update), limit),
    );
    return matchedCount === 1;
  }

  /** Replaces one matching record in one atomic step. Returns false if no record matches. */
  async replace(filter: Filter<Doc>, doc: Doc): Promise<boolean> {
    const { matchedCount } = await this.#run((limit) =>
      this.#collection.replaceOne(toBsonText(filter), toBsonText(doc), limit),
    );
    return matchedCount === 1;
  }

  /** Changes all matching records. Returns the number of changed records. */
  async changeAll(filter: Filter<Doc>, update: UpdateFilter<Doc>): Promise<number> {
    const { matchedCount } = await this.#run((limit) =>
      this.#collection.updateMany(toBsonText(filter), toBsonText(update), limit),
    );
    return matchedCount;
  }

  /** Changes one matching record, or creates it if there is none. Returns the record after the change. */
  async changeOrMake(filter: Filter<Doc>, update: UpdateFilter<Doc>): Promise<WithId<Doc> | null> {
    const change = () =>
      this.#run((limit) =>
        this.#collection.findOneAndUpdate(toBsonText(filter), toBsonText(update), {
          ...limit,
          upsert: true,
          returnDocument: 'after',
        }),
      );
    return fromBsonText(await this.#repeated(change));
  }

  /** Removes all matching records. Returns the number of removed records. */
  async remove(filter: Filter<Doc>): Promise<number> {
    const { deletedCount } = await this.#run((limit) =>
      this.#collection.deleteMany(toBsonText(filter), limit),
    );
    return deletedCount;
  }
}

/**
 * BSON stores text as UTF-8, which cannot represent a lone surrogate (half of a character, which text from a damaged
 * file can contain). A lone surrogate is therefore stored as U+FFFE followed by the four hex digits of its code, so
 * that a record is read exactly as it was written. U+FFFE itself is stored in the same way.
 */
const mark = '\ufffe';
const needsMark = /[\ufffe\p{Surrogate}]/u;

/** Converts all text in a value for MongoDB. Objects other than arrays and plain objects are not changed. */
function toBsonText<Value>(value: Value): Value;
function toBsonText(value: unknown): unknown {
  return mapTexts(value, (text) =>
    needsMark.test(text)
      ? text.replace(/[\ufffe\p{Surrogate}]/gu, (half) => `${mark}${half.charCodeAt(0).toString(16)}`)
      : text,
  );
}

/** Restores the value that was given to `toBsonText`. */
function fromBsonText<Value>(value: Value): Value;
function fromBsonText(value: unknown): unknown {
  return mapTexts(value, (text) =>
    text.includes(mark)
      ? text.replace(/\ufffe([0-9a-f]{4})/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        )
      : text,
  );
}

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
