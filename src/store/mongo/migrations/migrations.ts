import type { Db } from 'mongodb';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { makeIndexes } from '../database/indexes.ts';
import type { Records } from '../database/records.ts';
import { guarded } from '../database/unavailable.ts';
import { dropOwnerIndexes, nameWorkspaces } from './workspaces.ts';

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
