import type { Db } from 'mongodb';
import { ProvisoError } from '../../../engine/model/errors.ts';
import { foldForSearch } from '../../domain/search-fold.ts';
import { makeIndexes } from './indexes.ts';
import type { ListedDoc, PieceDoc, Records } from './records.ts';

type Migration = (database: Db) => Promise<unknown>;

/**
 * Migrates records of an older release, numbered like the migrations of the SQLite store. Indexes are created at
 * every start, so a step here only concerns records. Each step may be repeated, also by two processes at once.
 * Forward only.
 */
export const migrations: readonly Migration[] = [
  async () => undefined,
  async () => undefined,
  // Pieces of unknown age count as new, so that none is removed too early.
  (database) =>
    database
      .collection<PieceDoc>('pieces')
      .updateMany({ writtenAt: { $exists: false } }, { $set: { writtenAt: new Date() } }),
  // Leases name a process instead of a time. What an earlier release has claimed becomes due at the stored time.
  async () => undefined,
  async (database) => {
    for (const name of ['politics', 'projects']) await foldAnew(database, name);
  },
  async () => undefined,
  async () => undefined,
];

/** Folds the names and descriptions of all records again after a change of the folding. */
async function foldAnew(database: Db, name: string): Promise<void> {
  const collection = database.collection<ListedDoc>(name);
  const found = collection.find({}, { projection: { version: 1, doc: 1 } });
  for await (const { _id, version, doc } of found) {
    const record: { name: string; description: string } = JSON.parse(doc);
    const folded = {
      foldedName: foldForSearch(record.name),
      foldedDescription: foldForSearch(record.description),
    };
    // A record that was written in between was folded by its writer.
    await collection.updateOne({ _id, version }, { $set: folded });
  }
}

/**
 * Brings the database to the newest schema and returns what the server does not support. Throws `store_too_new` for
 * records that a newer release has written.
 */
export async function migrate(database: Db, { service }: Records): Promise<string[]> {
  const stored = await service.first('one', { _id: 'schema' });
  const version = stored?.version ?? 0;
  if (version > migrations.length) {
    throw new ProvisoError(
      'store_too_new',
      `the data were written by a newer release (schema ${version}, this one knows ${migrations.length}): update proviso, or use another database`,
    );
  }
  const refused = await makeIndexes(database);
  for (const [at, step] of migrations.entries()) {
    if (at < version) continue;
    await step(database);
    await service.changeOrMake('one', { _id: 'schema' }, { $max: { version: at + 1 } });
  }
  return refused;
}
