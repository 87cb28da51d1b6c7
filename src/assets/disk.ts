import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ProvisoError } from '../../engine/model/errors.ts';
import { type AssetAddresses, isAssetId } from './address.ts';
import { mediaTypeOf, sniffedBytes } from './media-type.ts';
import { type Asset, AssetError, type AssetStore, type Upload } from './port.ts';
import { wantedBytes } from './range.ts';
import { safeName } from './safe-name.ts';

const noteSchema = z.object({
  owner: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int().min(0),
  sha256: z.string(),
  createdAt: z.iso.datetime().transform((text) => new Date(text)),
});

const noteFile = 'asset.json';
const contentFile = 'content';

/**
 * Assets in a folder of their own: `ab/abcd…/content` and its note beside it. Both are written and synced under
 * `unfinished/` and become visible by one rename, so a crash leaves a whole asset or none.
 */
export function diskAssets(folder: string, addresses: AssetAddresses, now = () => new Date()): AssetStore {
  const unfinished = join(folder, 'unfinished');
  const shardOf = (id: string) => join(folder, id.slice(0, 2));
  const homeOf = (id: string) => join(shardOf(id), id);

  const find = async (id: string): Promise<Asset | null> => {
    if (!isAssetId(id)) return null;
    const text = await readFile(join(homeOf(id), noteFile), 'utf8').catch(absent);
    if (text === null) return null;
    const note = noteSchema.parse(JSON.parse(text));
    return { id, url: addresses.urlOf(id, note.name), ...note };
  };

  return {
    find,

    async put(upload) {
      const id = randomBytes(20).toString('hex');
      const draft = join(unfinished, id);
      await mkdir(draft, { recursive: true });
      try {
        const name = safeName(upload.name);
        const { head, size, sha256 } = await writeContent(join(draft, contentFile), upload);
        const type = mediaTypeOf(head, name, upload.declaredType);
        const note = { owner: upload.owner, name, type, size, sha256, createdAt: now() };
        await writeSynced(join(draft, noteFile), (file) => file.writeFile(JSON.stringify(note)));
        await syncFolder(draft);
        await mkdir(shardOf(id), { recursive: true });
        await syncFolder(folder);
        await rename(draft, homeOf(id));
        await syncFolder(shardOf(id));
        return { id, url: addresses.urlOf(id, name), ...note };
      } catch (error) {
        await rm(draft, { recursive: true, force: true });
        throw error;
      }
    },

    async open(id, range) {
      const asset = await find(id);
      if (!asset) return null;
      const { start, end } = wantedBytes(asset.size, range);
      const file = await open(join(homeOf(id), contentFile)).catch(absent);
      if (!file) return null;
      // A stream can't end before its first byte: an empty file is read to its end, which comes at once.
      const body = file.createReadStream(end > start ? { start, end: end - 1 } : { start });
      return { asset, start, end, body };
    },

    async delete(id) {
      if (!isAssetId(id)) return;
      const grave = join(unfinished, `${id}-${randomBytes(4).toString('hex')}`);
      await mkdir(unfinished, { recursive: true });
      await rename(homeOf(id), grave).catch(absent);
      await rm(grave, { recursive: true, force: true });
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

type Written = { head: Uint8Array; size: number; sha256: string };

async function writeContent(path: string, upload: Upload): Promise<Written> {
  const hash = createHash('sha256');
  const heads: Uint8Array[] = [];
  let size = 0;
  await writeSynced(path, async (file) => {
    for await (const chunk of arriving(upload.body)) {
      if (size < sniffedBytes) heads.push(chunk.subarray(0, sniffedBytes));
      size += chunk.byteLength;
      if (size > upload.maxBytes) {
        throw new AssetError('upload_too_large', `The file is larger than ${upload.maxBytes} bytes`);
      }
      hash.update(chunk);
      await writeAll(file, chunk);
    }
  });
  return { head: Buffer.concat(heads), size, sha256: hash.digest('hex') };
}

/** The body's bytes; when it breaks off, that is the upload's fault and not the disk's. */
async function* arriving(body: Upload['body']): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    if (cause instanceof ProvisoError) throw cause;
    throw new AssetError('upload_incomplete', 'The upload broke off before the file was complete', { cause });
  }
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

/** Makes the names in a folder last through a loss of power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}

/** Null for what is not there; every other fault goes on. */
function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
