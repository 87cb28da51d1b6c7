import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, ProvisoError } from '../../engine/model/errors.ts';

/** The files that the service creates in its data folder and that no other user needs to read. */
const ours = /^(secret|assets|scratch|(proviso|cache|limits)\.db(-wal|-shm)?)$/;
const rightsOfOthers = 0o077;

/**
 * Creates the data folder if it does not exist; only the operating system user of this process can read the new folder.
 * Removes other users' access to the service's files in an existing folder. The permissions of the folder itself do not
 * change, because it may contain other files. Returns a warning for each file that other users can still read. Throws
 * `bad_setting` for a folder that cannot be used.
 */
export function prepareDataFolder(folder: string): string[] {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return process.platform === 'win32' ? [] : readdirSync(folder).flatMap((name) => tightened(folder, name));
  } catch (error) {
    throw new ProvisoError(
      'bad_setting',
      `DATA_DIR ${folder} cannot be used: ${reasonOf(error)}. Set DATA_DIR to a folder that this user can write to.`,
      { cause: error },
    );
  }
}

/**
 * Creates one folder at a time, because Node's recursive mkdir never returns in places where the system does not allow
 * folders, such as /proc.
 */
function makeFolder(folder: string): void {
  if (exists(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function exists(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) throw new NotAFolder(`${folder} is a file`);
  return found !== undefined;
}

class NotAFolder extends Error {}

function tightened(folder: string, name: string): string[] {
  const path = join(folder, name);
  const found = ours.test(name) ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
  if (found === undefined || found.isSymbolicLink() || (found.mode & rightsOfOthers) === 0) return [];
  try {
    chmodSync(path, found.mode & 0o7777 & ~rightsOfOthers);
    return [];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    return [
      `other users of this machine can read ${path}, which belongs to another user: have an administrator run chown ${process.getuid?.() ?? ''} and chmod go= on it`,
    ];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof NotAFolder) return error.message;
  const reasons: Record<string, string> = {
    EACCES: 'this user is not allowed to write there',
    EPERM: 'this user is not allowed to write there',
    EROFS: 'its file system is read-only',
    ENOENT: 'the system does not allow a folder there',
    ENOSPC: 'its disk is full',
  };
  return reasons[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}
