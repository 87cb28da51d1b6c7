import { closeSync, openSync } from 'node:fs';
import { ProvisoError } from '../../../../engine/model/errors.ts';
import { AppError } from '../../../domain/errors.ts';
import { codeOf, Database, isCorrupt, type Synchronous } from './database.ts';
import { type Migration, migrate } from './migrations.ts';

/**
 * Opens the database file that contains the records. Throws `store_damaged` if the file is not a complete database,
 * `bad_setting` if the file cannot be opened or written, and what `migrate` throws.
 */
export function openRecords(path: string, migrations: readonly Migration[]): Database {
  try {
    return openFile(path, 'full', migrations);
  } catch (error) {
    throw explained(error, path);
  }
}

/**
 * Opens a database file, and creates it if necessary. Only the operating system user of this process can read the file.
 * Throws what the driver throws.
 */
export function openFile(path: string, synchronous: Synchronous, migrations: readonly Migration[]): Database {
  // The additional files that SQLite creates get the permissions of this file.
  closeSync(openSync(path, 'a', 0o600));
  const database = new Database(path, synchronous);
  try {
    // Reads the schema, because opening alone does not notice damage after the first bytes of the file.
    database.get('select count(*) from sqlite_master');
    migrate(database, migrations);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Converts an error to one that tells the operator the name of the file and what to do. An error that is not about the
 * file is returned unchanged.
 */
export function explained(error: unknown, path: string): unknown {
  const cause = error instanceof AppError ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (isCorrupt(cause)) {
    return new ProvisoError(
      'store_damaged',
      `${path} is damaged (${reason}). Restore it from a backup (docs/storage.md), or move it away to start without records.`,
      { cause },
    );
  }
  if (
    /^(SQLITE_(CANTOPEN|READONLY|PERM|AUTH|FULL|IOERR)|EACCES|EPERM|EROFS|EISDIR|ENOSPC|ENOENT)/.test(
      codeOf(cause),
    )
  ) {
    return new ProvisoError(
      'bad_setting',
      `${path} cannot be opened for writing (${reason}). Let this user write to it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  return error;
}
