import type {
  AnyBulkWriteOperation,
  Collection,
  Filter,
  OptionalUnlessRequiredId,
  UpdateFilter,
  WithId,
  WithoutId,
} from 'mongodb';
import { type QueryName, type QueryPlan, queries } from './queries.ts';
import type { CollectionName } from './schema.ts';
import { whyNotOf } from './served.ts';
import { guarded, isDuplicate } from './unavailable.ts';

type Window = { skip?: number; limit?: number; only?: readonly string[] };

/**
 * The only access to a collection. Every query is one of the declared ones, and a filter that asks for anything else
 * is refused as a bug. Errors of a server that does not answer become `store_unavailable`.
 */
export class Documents<Name extends CollectionName, Doc extends { _id: string }> {
  readonly name: Name;
  readonly #collection: Collection<Doc>;

  constructor(name: Name, collection: Collection<Doc>) {
    this.name = name;
    this.#collection = collection;
  }

  /** False if a record with this id, or the same unique key, exists. */
  async insert(doc: OptionalUnlessRequiredId<Doc>): Promise<boolean> {
    try {
      await guarded(() => this.#collection.insertOne(doc));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async insertAll(docs: OptionalUnlessRequiredId<Doc>[]): Promise<void> {
    if (docs.length > 0) await guarded(() => this.#collection.insertMany(docs));
  }

  /** Writes records whether or not they exist. Each filter is only an id. */
  async put(docs: { filter: Filter<Doc>; replacement: WithoutId<Doc> }[]): Promise<void> {
    if (docs.length === 0) return;
    const wrong = docs.find(({ filter }) => whyNotOf({ index: '_id_', equal: ['_id'] }, filter) !== null);
    if (wrong) throw new TypeError(`${this.name}: not an id alone: ${Object.keys(wrong.filter).join(', ')}`);
    const operations = docs.map(
      ({ filter, replacement }): AnyBulkWriteOperation<Doc> => ({
        replaceOne: { filter, replacement, upsert: true },
      }),
    );
    const write = () => guarded(() => this.#collection.bulkWrite(operations));
    try {
      await write();
    } catch (error) {
      // Two writers can create the same record at once: the second finds it at the next attempt.
      if (!isDuplicate(error)) throw error;
      await write();
    }
  }

  async first(query: QueryName<Name>, filter: Filter<Doc>, window: Window = {}): Promise<WithId<Doc> | null> {
    const [found] = await this.find(query, filter, { ...window, limit: 1 });
    return found ?? null;
  }

  async find(query: QueryName<Name>, filter: Filter<Doc>, window: Window = {}): Promise<WithId<Doc>[]> {
    const { skip = 0, limit = 0, only } = window;
    const { sort = {} } = this.#plan(query, filter);
    const projection = only && Object.fromEntries(only.map((field) => [field, 1]));
    return guarded(() =>
      this.#collection
        .find(filter, { sort: { ...sort }, skip, limit, ...(projection && { projection }) })
        .toArray(),
    );
  }

  /** Every record in the order of ids, as a stream. */
  async *all(): AsyncGenerator<WithId<Doc>> {
    const cursor = this.#collection.find({}, { sort: { _id: 1 }, batchSize: 100 });
    try {
      for (;;) {
        const doc = await guarded(() => cursor.next());
        if (doc === null) return;
        yield doc;
      }
    } finally {
      await cursor.close();
    }
  }

  async count(query: QueryName<Name>, filter: Filter<Doc>): Promise<number> {
    this.#plan(query, filter);
    return guarded(() => this.#collection.countDocuments(filter));
  }

  /** The sum of a numeric field. */
  async sum(query: QueryName<Name>, field: keyof WithId<Doc> & string, filter: Filter<Doc>): Promise<number> {
    this.#plan(query, filter);
    const stages = [{ $match: filter }, { $group: { _id: null, total: { $sum: `$${field}` } } }];
    const [summed] = await guarded(() => this.#collection.aggregate<{ total: number }>(stages).toArray());
    return summed?.total ?? 0;
  }

  /** The values of a text field. */
  async distinct(
    query: QueryName<Name>,
    field: keyof WithId<Doc> & string,
    filter: Filter<Doc>,
  ): Promise<string[]> {
    this.#plan(query, filter);
    const values: unknown[] = await guarded(() => this.#collection.distinct(field, filter));
    return values.filter((value) => typeof value === 'string');
  }

  /** Changes one matching record in one atomic step. False if none matches: the compare-and-set is lost. */
  async change(query: QueryName<Name>, filter: Filter<Doc>, update: UpdateFilter<Doc>): Promise<boolean> {
    this.#plan(query, filter);
    const { matchedCount } = await guarded(() => this.#collection.updateOne(filter, update));
    return matchedCount === 1;
  }

  /** Returns the number of changed records. */
  async changeAll(query: QueryName<Name>, filter: Filter<Doc>, update: UpdateFilter<Doc>): Promise<number> {
    this.#plan(query, filter);
    const { matchedCount } = await guarded(() => this.#collection.updateMany(filter, update));
    return matchedCount;
  }

  /** Changes one record, creating it if necessary, and returns its new state. */
  async changeOrMake(
    query: QueryName<Name>,
    filter: Filter<Doc>,
    update: UpdateFilter<Doc>,
  ): Promise<WithId<Doc> | null> {
    this.#plan(query, filter);
    const change = () =>
      guarded(() =>
        this.#collection.findOneAndUpdate(filter, update, { upsert: true, returnDocument: 'after' }),
      );
    try {
      return await change();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return change();
    }
  }

  /** Returns the number of removed records. */
  async remove(query: QueryName<Name>, filter: Filter<Doc>): Promise<number> {
    this.#plan(query, filter);
    const { deletedCount } = await guarded(() => this.#collection.deleteMany(filter));
    return deletedCount;
  }

  #plan(query: QueryName<Name>, filter: Filter<Doc>): QueryPlan {
    const plans: Readonly<Record<string, QueryPlan>> = queries[this.name];
    const plan = plans[query];
    const why = plan ? whyNotOf(plan, filter) : 'it is not declared';
    if (plan && why === null) return plan;
    throw new TypeError(`${this.name}.${query} can't be asked like this: ${why}`);
  }
}
