import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { codeOf, ProvisoError } from '../../../../engine/model/errors.ts';
import { AppError } from '../../../domain/errors.ts';
import { Database, damagedFile, isCorrupt, type Synchronous } from './database.ts';
import { migrate, recordSchema, type Schema } from './migrations.ts';

/**
 * Opens the database file that contains the records. Throws `store_damaged` if the file is not a complete database,
 * `bad_setting` if the file cannot be opened or written, and what `migrate` throws.
 */
export function openRecords(path: string): Database {
  try {
    return openFile(path, 'full', recordSchema);
  } catch (error) {
    throw explained(error, path);
  }
}

/**
 * Reads every page of a database file. Throws `store_damaged` if one of them is damaged. Takes about a second for each
 * gigabyte.
 */
export function requireWhole(path: string): void {
  const database = openRecords(path);
  try {
    const found = database.get('pragma quick_check(1)')?.text('quick_check') ?? '';
    if (found !== 'ok') throw damagedFile(path, found.replace(/\s+/g, ' '));
  } catch (error) {
    throw explained(error, path);
  } finally {
    database.close();
  }
}

/**
 * Writes a copy of a database file as it is at one moment, even if other processes write to it meanwhile. Throws
 * `store_damaged`.
 */
export function copyRecords(path: string, copy: string): void {
  const database = openRecords(path);
  try {
    database.script(`vacuum into '${copy.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
}

/**
 * Opens a database file, and creates it if necessary. Only the operating system user of this process can read the file.
 * Throws what the driver throws.
 */
export function openFile(path: string, synchronous: Synchronous, schema: Schema): Database {
  createEmpty(path);
  const database = new Database(path, synchronous);
  try {
    // Reads the schema, because opening alone does not notice damage after the first bytes of the file.
    database.get('select count(*) from sqlite_master');
    migrate(database, schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Creates the file if there is none, with the permissions that the additional files of SQLite get as well. A file that
 * exists is never opened here: when a process closes a file, it loses its locks on it, even those of other connections.
 * The next process that closes the database would then remove the write-ahead log while this one still writes to it.
 */
function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    accessSync(path, constants.R_OK | constants.W_OK);
  }
}

/**
 * Converts an error to one that tells the operator the name of the file and what to do. An error that is not about the
 * file is returned unchanged.
 */
export function explained(error: unknown, path: string): unknown {
  const cause = error instanceof AppError ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (cause instanceof ProvisoError) return cause;
  if (isCorrupt(cause)) return damagedFile(path, cause);
  if (
    /^(SQLITE_(CANTOPEN|READONLY|PERM|AUTH|FULL|IOERR)|EACCES|EPERM|EROFS|ENOSPC|ENOENT)/.test(
      codeOf(cause),
    ) ||
    reason.startsWith('ConnectionFailed')
  ) {
    return new ProvisoError(
      'bad_setting',
      `${path} cannot be opened for writing (${reason}). Let this user write to it, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  return error;
}
