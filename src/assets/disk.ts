import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '../../engine/model/errors.ts';
import { AppError } from '../domain/errors.ts';
import { type AssetAddresses, isAssetId, newAssetId } from './address.ts';
import { type Measured, measuring } from './measure.ts';
import { mediaTypeOf } from './media-type.ts';
import { type AssetNote, noteIn, noteOfCopy } from './note.ts';
import type { Asset, AssetStore, Upload } from './port.ts';
import { wantedBytes } from './range.ts';
import { safeName } from './safe-name.ts';

const noteFile = 'asset.json';
const contentFile = 'content';
/**
 * Options of `mkdir` for folders that only the operating system user of this process can access. Missing parent folders
 * are created too.
 */
const own = { recursive: true, mode: 0o700 } as const;

/**
 * Stores each asset in a folder, such as `ab/abcd…/`, which contains the bytes in `content` and the metadata in a note.
 * Both are written and synced in `unfinished/` and become visible by one rename, so that a crash leaves a complete
 * asset or none.
 */
export function diskAssets(folder: string, addresses: AssetAddresses, now = () => new Date()): AssetStore {
  const unfinished = join(folder, 'unfinished');
  const shardOf = (id: string) => join(folder, id.slice(0, 2));
  const homeOf = (id: string) => join(shardOf(id), id);

  const find = async (id: string): Promise<Asset | null> => {
    if (!isAssetId(id)) return null;
    const text = await readFile(join(homeOf(id), noteFile), 'utf8').catch(absent);
    if (text === null) return null;
    const note = noteIn(text);
    return { id, url: addresses.urlOf(id, note.name), ...note };
  };

  /**
   * Stores the bytes of an upload under an id, with the metadata that `noteOf` returns. After an error, nothing stays
   * stored.
   */
  const keep = async (
    id: string,
    upload: Upload,
    noteOf: (content: Measured) => AssetNote,
  ): Promise<Asset> => {
    const draft = join(unfinished, `${id}-${randomBytes(4).toString('hex')}`);
    let placed = false;
    try {
      await mkdir(draft, own);
      const note = noteOf(await writeContent(join(draft, contentFile), upload));
      await writeSynced(join(draft, noteFile), (file) => file.writeFile(JSON.stringify(note)));
      await syncFolder(draft);
      await mkdir(shardOf(id), own);
      await syncFolder(folder);
      await rename(draft, homeOf(id));
      placed = true;
      await syncFolder(shardOf(id));
      return { id, url: addresses.urlOf(id, note.name), ...note };
    } catch (error) {
      // If the last sync fails, the asset is already in its final folder.
      await rm(placed ? homeOf(id) : draft, { recursive: true, force: true });
      throw isOutOfSpace(error) ? noSpace(error) : error;
    }
  };

  const put = (upload: Upload): Promise<Asset> => {
    const { owner, declaredType } = upload;
    const name = safeName(upload.name);
    return keep(upload.id ?? newAssetId(), upload, ({ head, size, sha256 }) => {
      const type = mediaTypeOf(head, name, declaredType);
      return { owner, name, type, size, sha256, createdAt: now() };
    });
  };

  const remove = async (id: string): Promise<void> => {
    if (!isAssetId(id)) return;
    const grave = join(unfinished, `${id}-${randomBytes(4).toString('hex')}`);
    await mkdir(unfinished, own);
    await rename(homeOf(id), grave).catch(absent);
    await rm(grave, { recursive: true, force: true });
  };

  return {
    description: `folder ${folder}`,
    find,
    put,
    delete: remove,

    async take(asset, body) {
      await keep(asset.id, { ...asset, maxBytes: asset.size, body }, (content) => noteOfCopy(asset, content));
    },

    async ping() {
      const body = Readable.from([Buffer.from('ready')]);
      const { id } = await put({ owner: 'readiness', name: 'ready.txt', maxBytes: 16, body });
      await remove(id);
    },

    async elsewhere() {
      return null;
    },

    async open(id, range) {
      const asset = await find(id);
      if (!asset) return null;
      const { start, end } = wantedBytes(asset.size, range);
      const file = await open(join(homeOf(id), contentFile)).catch(absent);
      if (!file) return null;
      // The `end` option of a read stream is inclusive and cannot express an empty range. An empty file is therefore
      // read without this option.
      const body = file.createReadStream(end > start ? { start, end: end - 1 } : { start });
      return { asset, start, end, body };
    },

    async *listOlderThan(time) {
      for (const shard of await namesIn(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shard)) continue;
        for (const id of await namesIn(join(folder, shard))) {
          const asset = await find(id);
          if (asset && asset.createdAt < time) yield asset;
        }
      }
    },

    async removeUnfinished(time) {
      let removed = 0;
      for (const name of await namesIn(unfinished)) {
        const draft = join(unfinished, name);
        const content = await stat(join(draft, contentFile)).catch(absent);
        const begun = content ?? (await stat(draft).catch(absent));
        if (!begun || begun.mtime >= time) continue;
        await rm(draft, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function writeContent(path: string, upload: Upload): Promise<Measured> {
  const { bytes, measured } = measuring(upload);
  await writeSynced(path, async (file) => {
    for await (const chunk of bytes) await writeAll(file, chunk);
  });
  return measured();
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.byteLength; ) {
    written += (await file.write(chunk, written)).bytesWritten;
  }
}

async function writeSynced(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs a folder, so that its file names survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether the disk is full, or the disk quota of the process's operating system user is used up. */
function isOutOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
}

function noSpace(cause: unknown): AppError {
  return new AppError('storage_full', 'the service has no space left for the file: try again later', {
    cause,
  });
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}

/** Returns null if the file does not exist; rethrows every other error. */
function absent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}
