import { type Db, type Document, MongoServerError } from 'mongodb';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { type CollectionName, type IndexPlan, makeIndexes, schema } from '../database/indexes.ts';
import type { Records } from '../database/records.ts';
import { guarded } from '../database/unavailable.ts';

/** The versions of the schema, which are those of SQLite: the oldest that is read, and the one that is written. */
export const schemaVersions = { oldest: 10, workspaces: 14, newest: 17 } as const;

/**
 * Updates the database to the newest schema. Since the oldest version, only the one that made records belong to workspaces
 * changed stored records. Each step may run more than once, even in several processes at the same time, and cannot be
 * undone. Returns what `makeIndexes` returns. Throws `store_too_new` if a newer release has written the records, and
 * `store_too_old` if an older one has.
 */
export async function migrate(database: Db, { service }: Records): Promise<string[]> {
  const { oldest, workspaces, newest } = schemaVersions;
  const stored = await service.first({ _id: 'schema' });
  const version = stored?.version ?? newest;
  if (version > newest) {
    throw new ProvisoError(
      'store_too_new',
      `a newer release wrote the records (schema ${version}; this release supports ${newest}): update proviso, or use another database`,
    );
  }
  if (version < oldest) {
    throw new ProvisoError(
      'store_too_old',
      `an early preview wrote the records (schema ${version}; this release reads ${oldest} and later): open them once with an older version of proviso, or use another database`,
    );
  }
  if (version < workspaces) await dropOwnerIndexes(database);
  const refused = await makeIndexes(database);
  if (version < workspaces) await guarded(() => nameWorkspaces(database));
  await service.changeOrMake({ _id: 'schema' }, { $max: { version: newest } });
  return refused;
}

type Owned = { _id: string; userId?: string; workspaceId?: string };

/** The records in which the owner becomes the workspace. */
const ofWorkspace = [
  'pieces',
  'findings',
  'run_events',
  'reviews',
  'deliveries',
  'source_texts',
  'file_sizes',
  'webhook_rotations',
] as const satisfies CollectionName[];

/** The records that keep the person who created them, beside the workspace. */
const ofPerson = ['politics', 'projects', 'runs', 'tokens'] as const satisfies CollectionName[];

const groupSize = 500;
/** The code of the error for an index that does not exist. */
const indexNotFound = 27;

/**
 * Puts every record into the workspace of its owner, whose id is that of the owner. May run more than once, even in
 * several processes at the same time.
 */
async function nameWorkspaces(database: Db): Promise<void> {
  for (const name of ofWorkspace) await ownersToWorkspaces(database, name);
  for (const name of ofPerson) await addWorkspaces(database, name);
}

/** Renames the owner of each record in a collection to its workspace. */
async function ownersToWorkspaces(database: Db, name: (typeof ofWorkspace)[number]): Promise<void> {
  await database
    .collection<Owned>(name)
    .updateMany({ workspaceId: { $exists: false } }, { $rename: { userId: 'workspaceId' } });
}

async function addWorkspaces(database: Db, name: (typeof ofPerson)[number]): Promise<void> {
  const collection = database.collection<Owned>(name);
  for (let last = ''; ; ) {
    const group = await collection
      .find(
        { _id: { $gt: last }, workspaceId: { $exists: false } },
        { sort: { _id: 1 }, limit: groupSize, projection: { userId: 1 } },
      )
      .toArray();
    const writes = group.flatMap(({ _id, userId }) =>
      userId === undefined
        ? []
        : { updateOne: { filter: { _id }, update: { $set: { workspaceId: userId } } } },
    );
    if (writes.length > 0) await collection.bulkWrite(writes, { ordered: false });
    const next = group.at(-1)?._id;
    if (next === undefined) return;
    last = next;
  }
}

/** Removes the indexes by owner of earlier releases, whose names the indexes by workspace have now. */
async function dropOwnerIndexes(database: Db): Promise<void> {
  const there = await guarded(() => database.listCollections({}, { nameOnly: true }).toArray());
  const names = new Set(there.map(({ name }) => name));
  for (const [name, declared] of Object.entries(schema)) {
    if (!names.has(name)) continue;
    const plans: Record<string, IndexPlan> = declared;
    const collection = database.collection(name);
    for (const found of await guarded(() => collection.listIndexes().toArray())) {
      const plan = plans[found.name];
      const isByOwner = 'userId' in found.key && plan !== undefined && 'workspaceId' in plan.key;
      if (isByOwner) await dropIndex(database, name, found.key);
    }
  }
}

/** Drops an index by its fields: another process may already have created the new index of the same name. */
async function dropIndex(database: Db, collection: string, index: Document): Promise<void> {
  try {
    await guarded(() => database.command({ dropIndexes: collection, index }));
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== indexNotFound) throw error;
  }
}
