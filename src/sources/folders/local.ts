import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../engine/model/errors.ts';
import { FileChanging, FolderError, type FolderListing, tooManyFiles, type WatchedFolder } from './port.ts';

const notFollowed = 'it is a symbolic link, which is not followed';
const notUtf8 = 'its name is not UTF-8';

/** A link that replaced a file after the folder was listed is not followed, and a pipe does not block. */
const safely = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Returns the path of the folder without symbolic links. Throws `FolderError` if it is not a folder. */
export async function realFolder(folder: string): Promise<string> {
  try {
    const place = await realpath(folder);
    if ((await stat(place)).isDirectory()) return place;
  } catch (cause) {
    refuse(cause, 'cannot be read', 'check that it exists and is readable for Proviso');
  }
  throw new FolderError('is not a folder');
}

/** Reads a folder of this machine. `root` has no symbolic links in it. */
export function localFolder(root: string): WatchedFolder {
  return {
    async list(most) {
      const found: FolderListing = { files: [], skipped: [] };
      const folders = [''];
      for (const folder of folders) {
        const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((cause: unknown) =>
          refuse(cause, 'has a folder that cannot be read', folder || '.'),
        );
        for (const entry of entries) {
          if (entry.name.startsWith('.')) continue;
          const name = `${folder}${entry.name}`;
          if (entry.isSymbolicLink()) found.skipped.push({ name, reason: notFollowed });
          else if (entry.isDirectory()) folders.push(`${name}/`);
          else if (entry.isFile()) {
            const stats = await lstat(join(root, name)).catch((cause: unknown) =>
              codeOf(cause) === 'ENOENT' ? null : refuse(cause, 'has a file that cannot be read', name),
            );
            if (stats === null && name.includes('\uFFFD')) found.skipped.push({ name, reason: notUtf8 });
            if (stats !== null) found.files.push({ name, size: stats.size, modifiedAt: stats.mtimeMs });
          }
          if (Math.max(found.files.length, found.skipped.length, folders.length - 1) > most)
            throw tooManyFiles(most);
        }
      }
      return found;
    },

    async *read({ name, size, modifiedAt }) {
      const path = join(root, name);
      const handle = await open(path, constants.O_RDONLY | safely).catch(refuse);
      try {
        const opened = await handle.stat();
        if (!opened.isFile()) throw new FolderError('is not a regular file');
        const found = (await realpath(path)) === path ? await lstat(path) : null;
        if (found?.ino !== opened.ino || found.dev !== opened.dev)
          throw new FolderError('leads out of the folder through a link');
        yield* handle.createReadStream({ autoClose: false });
        const after = await handle.stat();
        if (after.size !== size || after.mtimeMs !== modifiedAt)
          throw new FileChanging('changed while it was read');
      } finally {
        await handle.close();
      }
    },
  };
}

function refuse(cause: unknown, what = 'cannot be read', more?: string): never {
  throw new FolderError(`${what} (${codeOf(cause) || String(cause)})${more ? `: ${more}` : ''}`, { cause });
}
