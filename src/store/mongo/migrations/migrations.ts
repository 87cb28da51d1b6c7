import type { Db } from 'mongodb';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { foldForSearch } from '../../../domain/records/search-fold.ts';
import { makeIndexes } from '../database/indexes.ts';
import type { PieceDoc, Records } from '../database/records.ts';
import { guarded } from '../database/unavailable.ts';
import { convertJsonText, isJsonText, type JsonTextDoc } from './json-text-records.ts';
import { dropOwnerIndexes, nameWorkspaces, ownersToWorkspaces } from './workspaces.ts';

type Migration = (database: Db, records: Records) => Promise<unknown>;

/**
 * The steps that convert the records of an earlier release, with the same numbers as the migrations of the SQLite
 * store. Indexes are created at every start, so a migration changes records only. Each migration may run more than
 * once, even in several processes at the same time. Migrations cannot be undone.
 */
export const migrations: readonly Migration[] = [
  async () => undefined,
  async () => undefined,
  // A piece of unknown age counts as new, so that it is not removed too early.
  (database) =>
    database
      .collection<PieceDoc>('pieces')
      .updateMany({ writtenAt: { $exists: false } }, { $set: { writtenAt: new Date() } }),
  // From this step on, a lease names its process instead of the time when it expires. Leases of earlier releases need
  // no conversion.
  async () => undefined,
  async (database) => {
    for (const name of ['politics', 'projects']) await foldAgain(database, name);
  },
  async () => undefined,
  async () => undefined,
  // The conversion reads pieces, so they get their workspaces before it.
  async (database, records) => {
    await ownersToWorkspaces(database, 'pieces');
    await convertJsonText(database, records);
  },
  // From this step on, runs have a chain of events. The runs of earlier releases have an empty one.
  async () => undefined,
  // From this step on, keys of webhooks can be rotated. Those of earlier releases never were.
  async () => undefined,
  // In this step, the SQLite store counts the due runs of each owner.
  async () => undefined,
  // From this step on, there is an audit log. It begins empty.
  async () => undefined,
  // From this step on, what each user spends in a month is counted.
  async () => undefined,
  // From this step on, records belong to workspaces.
  nameWorkspaces,
  // From this step on, workspaces have members. A person's own workspace is not stored until it changes.
  async () => undefined,
  // From this step on, findings are assigned to people.
  async () => undefined,
  // From this step on, projects can watch folders.
  async () => undefined,
];

/** Repeats `foldForSearch` for the names and descriptions of all records, because the function has changed. */
async function foldAgain(database: Db, name: string): Promise<void> {
  const collection = database.collection<JsonTextDoc & { version: number }>(name);
  const found = collection.find(isJsonText, { projection: { version: 1, doc: 1 } });
  for await (const { _id, version, doc } of found) {
    const record: { name: string; description: string } = JSON.parse(doc);
    const folded = {
      foldedName: foldForSearch(record.name),
      foldedDescription: foldForSearch(record.description),
    };
    // If the version has changed, another process has written the record and folded its texts.
    await collection.updateOne({ _id, version }, { $set: folded });
  }
}

/**
 * Updates the database to the newest schema. Returns what `makeIndexes` returns. Throws `store_too_new` if a newer
 * release has written the records.
 */
export async function migrate(database: Db, records: Records): Promise<string[]> {
  const { service } = records;
  const stored = await service.first({ _id: 'schema' });
  const version = stored?.version ?? 0;
  if (version > migrations.length) {
    throw new ProvisoError(
      'store_too_new',
      `a newer release wrote the records (schema ${version}; this release supports ${migrations.length}): update proviso, or use another database`,
    );
  }
  if (version < migrations.length) await dropOwnerIndexes(database);
  const refused = await makeIndexes(database);
  for (const [at, step] of migrations.entries()) {
    if (at < version) continue;
    await guarded(() => step(database, records));
    await service.changeOrMake({ _id: 'schema' }, { $max: { version: at + 1 } });
  }
  return refused;
}
