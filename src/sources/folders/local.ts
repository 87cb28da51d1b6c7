import { constants } from 'node:fs';
import { lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileChanging, FolderError, type FolderListing, tooManyFiles, type WatchedFolder } from './port.ts';

/** Returns the path of the folder without symbolic links. Throws `FolderError` if it is not a folder. */
export async function realFolder(folder: string): Promise<string> {
  try {
    const place = await realpath(folder);
    if ((await stat(place)).isDirectory()) return place;
  } catch (cause) {
    throw new FolderError(
      `cannot be read (${codeOf(cause)}): check that it exists and is readable for Proviso`,
      {
        cause,
      },
    );
  }
  throw new FolderError('is not a folder');
}

/** Reads a folder of this machine. `root` has no symbolic links in it. */
export function localFolder(root: string): WatchedFolder {
  return {
    async list(most) {
      const found: FolderListing = { files: [], links: [] };
      const folders = [''];
      for (const folder of folders) {
        const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((cause: unknown) => {
          throw new FolderError(`has a folder that cannot be read (${codeOf(cause)}): ${folder || '.'}`, {
            cause,
          });
        });
        for (const entry of entries) {
          if (entry.name.startsWith('.')) continue;
          const name = `${folder}${entry.name}`;
          if (entry.isSymbolicLink()) found.links.push(name);
          else if (entry.isDirectory()) folders.push(`${name}/`);
          else if (entry.isFile()) {
            const stats = await lstat(join(root, name)).catch(() => null);
            if (stats !== null) found.files.push({ name, size: stats.size, modifiedAt: stats.mtimeMs });
          }
          if (Math.max(found.files.length, found.links.length, folders.length - 1) > most)
            throw tooManyFiles(most);
        }
      }
      return found;
    },

    async *read({ name, size, modifiedAt }) {
      const path = join(root, name);
      // A link that replaced the file after the folder was listed is not followed.
      const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
        (cause: unknown) => {
          throw new FolderError(`cannot be read (${codeOf(cause)})`, { cause });
        },
      );
      try {
        if ((await realpath(path)) !== path) throw new FolderError('leads out of the folder through a link');
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
