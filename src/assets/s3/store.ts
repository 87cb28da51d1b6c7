import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  NoSuchKey,
  NoSuchUpload,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type AssetAddresses, isAssetId, newAssetId } from '../address.ts';
import { type AssetNote, noteIn, noteOfCopy } from '../note.ts';
import type { Asset, AssetStore, ByteRange, RedirectTarget, Upload } from '../port.ts';
import { wantedBytes } from '../range.ts';
import { safeName } from '../safe-name.ts';
import { type StoredContent, storeContent } from './content.ts';
import {
  contentFolder,
  contentIn,
  contentKey,
  type Draft,
  draftFolder,
  draftIn,
  draftKey,
  type Named,
  noteKey,
} from './keys.ts';
import { asked } from './unavailable.ts';

/**
 * How readers get files: through the server, from a public URL of the bucket, or from URLs signed for a limited time.
 */
export type Reading = { by: 'server' } | { by: 'public'; url: string } | { by: 'signed'; seconds: number };

/** The content of a draft, for people who inspect the bucket. */
const draftText =
  'A file is being stored or removed. If the process dies meanwhile, a cleanup removes the remains after a day.';

export type S3Place = { client: S3Client; bucket: string; reading: Reading; description: string };

/**
 * Stores the content of assets under `files/` in a bucket, and their metadata (a note) under `notes/`. An asset exists
 * as soon as its note is stored. While an asset is stored or removed, there is a draft under `unfinished/`, so that a
 * cleanup finds the remains if the process dies. Throws `store_unavailable` if no server answers.
 */
export function s3Assets(
  { client, bucket: Bucket, reading, description }: S3Place,
  addresses: AssetAddresses,
  now = () => new Date(),
): AssetStore {
  const write = (Key: string, Body: string) =>
    asked(client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/json' })));
  const remove = (Key: string) => asked(client.send(new DeleteObjectCommand({ Bucket, Key })));

  /** Returns null for a key that does not exist; rethrows every other error. */
  const read = async (Key: string, range?: ByteRange): Promise<Readable | null> => {
    const Range = range && `bytes=${range.start}-${range.end - 1}`;
    try {
      const { Body } = await asked(
        client.send(new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) })),
      );
      if (Body instanceof Readable) return Body;
      throw new TypeError(`the store answered without a body for ${Key}`);
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  };

  async function* keysUnder(Prefix: string): AsyncGenerator<string> {
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix })[Symbol.asyncIterator]();
    for (let page = await asked(pages.next()); !page.done; page = await asked(pages.next())) {
      for (const { Key } of page.value.Contents ?? []) if (Key !== undefined) yield Key;
    }
  }

  const find = async (id: string): Promise<Asset | null> => {
    if (!isAssetId(id)) return null;
    const body = await read(noteKey(id));
    if (body === null) return null;
    const note = noteIn(Buffer.concat(await asked(body.toArray())).toString());
    return { id, url: addresses.urlOf(id, note.name), ...note };
  };

  /**
   * Removes an asset: the note first and the draft last. If the process dies in between, `removeUnfinished` finds the
   * remains by the draft.
   */
  const clear = async (draft: Draft): Promise<void> => {
    const Key = contentKey(draft);
    await remove(noteKey(draft.id));
    await removeParts(client, { Bucket, Key });
    await remove(Key);
    await remove(draftKey(draft));
  };

  /** Stores the bytes of an upload with the metadata that `noteOf` returns. After an error, nothing stays stored. */
  const keep = async (
    { id, createdAt }: Named,
    upload: Upload,
    noteOf: (kept: StoredContent) => AssetNote,
  ): Promise<AssetNote> => {
    const draft = { id, createdAt, begunAt: now() };
    await write(draftKey(draft), draftText);
    try {
      const Key = contentKey(draft);
      const note = noteOf(await asked(storeContent(client, { Bucket, Key }, upload)));
      await write(noteKey(id), JSON.stringify(note));
      await remove(draftKey(draft));
      return note;
    } catch (error) {
      // If the remains cannot be removed now, the cleanup finds them by the draft. The caller gets the original error.
      await clear(draft).catch(() => {});
      throw error;
    }
  };

  return {
    description,
    find,

    async ping() {
      const Key = `ready/${randomBytes(8).toString('hex')}`;
      await write(Key, 'ready');
      await remove(Key);
    },

    async put(upload) {
      const createdAt = now();
      const named = { id: upload.id ?? newAssetId(), createdAt };
      const name = safeName(upload.name);
      const note = await keep(named, { ...upload, name }, (kept) => ({
        owner: upload.owner,
        name,
        ...kept,
        createdAt,
      }));
      return { id: named.id, url: addresses.urlOf(named.id, name), ...note };
    },

    async take(asset, body) {
      const { owner, name, type, size } = asset;
      const upload = { owner, name, declaredType: type, maxBytes: size, body };
      await keep(asset, upload, (kept) => noteOfCopy(asset, kept));
    },

    async open(id, range) {
      const asset = await find(id);
      if (!asset) return null;
      const { start, end } = wantedBytes(asset.size, range);
      const whole = end - start === asset.size;
      const body = await read(contentKey(asset), whole ? undefined : { start, end });
      return body && { asset, start, end, body };
    },

    async delete(id) {
      const asset = await find(id);
      if (!asset) return;
      const draft = { ...asset, begunAt: now() };
      await write(draftKey(draft), draftText);
      await clear(draft);
    },

    async elsewhere(asset): Promise<RedirectTarget | null> {
      const Key = contentKey(asset);
      if (reading.by === 'public') return { url: `${reading.url}/${Key}`, goodForSeconds: 86_400 };
      if (reading.by === 'server') return null;
      const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key }), {
        expiresIn: reading.seconds,
      });
      return { url, goodForSeconds: Math.floor(reading.seconds / 2) };
    },

    async *listOlderThan(time) {
      for await (const key of keysUnder(contentFolder)) {
        const made = contentIn(key);
        if (made === null) continue;
        if (made.createdAt >= time) return;
        yield { id: made.id };
      }
    },

    async removeUnfinished(time) {
      let removed = 0;
      for await (const key of keysUnder(draftFolder)) {
        const draft = draftIn(key);
        if (draft === null) continue;
        if (draft.begunAt >= time) return removed;
        if ((await find(draft.id)) === null) {
          await clear(draft);
          removed += 1;
        } else {
          await remove(key);
        }
      }
      return removed;
    },
  };
}

/**
 * Removes the parts of incomplete uploads to this key. Such parts cost storage, and no list of objects contains them.
 */
async function removeParts(
  client: S3Client,
  { Bucket, Key }: { Bucket: string; Key: string },
): Promise<void> {
  const { Uploads = [] } = await asked(client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key })));
  for (const { UploadId } of Uploads) {
    try {
      await asked(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    } catch (error) {
      if (!(error instanceof NoSuchUpload)) throw error;
    }
  }
}
