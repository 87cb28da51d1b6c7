import { type Db, MongoServerError } from 'mongodb';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { type IndexPlan, schema } from './schema.ts';
import { guarded } from './unavailable.ts';

const notImplemented = 238;

const plans: [string, [string, IndexPlan][]][] = Object.entries(schema).map(([collection, indexes]) => [
  collection,
  Object.entries(indexes),
]);

/** Creates missing indexes and leaves the others. Returns what the server does not support. */
export async function makeIndexes(database: Db): Promise<string[]> {
  const refused: string[] = [];
  for (const [name, indexes] of plans) {
    const collection = database.collection(name);
    for (const [index, { key, unique, expireAfterSeconds }] of indexes) {
      if (index === '_id_') continue;
      const options = { name: index, ...(unique && { unique }) };
      try {
        const all = expireAfterSeconds === undefined ? options : { ...options, expireAfterSeconds };
        await guarded(() => collection.createIndex(key, all));
      } catch (error) {
        const cannot = error instanceof MongoServerError && error.code === notImplemented;
        if (!cannot || expireAfterSeconds === undefined) throw error;
        await guarded(() => collection.createIndex(key, options));
        refused.push(`${name}.${index}: the server does not remove expired records by itself`);
      }
    }
  }
  return refused;
}

/** The differences between the declared indexes and those of the database; empty if there are none. */
export async function indexProblems(database: Db): Promise<string[]> {
  const there = new Set((await guarded(() => database.listCollections().toArray())).map(({ name }) => name));
  const problems = await Promise.all(
    plans.map(async ([name, indexes]) => {
      if (!there.has(name)) return indexes.length > 1 ? [`${name} is missing`] : [];
      const found = await guarded(() => database.collection(name).listIndexes().toArray());
      return indexes.flatMap(([index, plan]) => {
        const same = found.find((one) => one.name === index);
        if (same === undefined) return [`${name}.${index} is missing`];
        const asDeclared = JSON.stringify(same.key) === JSON.stringify(plan.key);
        const isUnique = same.unique === true;
        return asDeclared && isUnique === (plan.unique ?? false) ? [] : [`${name}.${index} is another index`];
      });
    }),
  );
  return problems.flat();
}

/** Throws `store_schema` if an index is missing or differs from its declaration. */
export async function requireIndexes(database: Db): Promise<void> {
  const problems = await indexProblems(database);
  if (problems.length === 0) return;
  throw new ProvisoError(
    'store_schema',
    `the database is not as it has to be: ${problems.join('; ')}. Drop what is wrong, and start again`,
  );
}
