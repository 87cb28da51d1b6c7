import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Upload as PartedUpload } from '@aws-sdk/lib-storage';
import { servedAs } from '../../domain/served-as.ts';
import { measuring } from '../measure.ts';
import { mediaTypeOf, sniffedBytes } from '../media-type.ts';
import type { Asset, Upload } from '../port.ts';

/**
 * Bytes per part of a long file. Only `partsAtATime` parts are in memory. S3 allows 10,000 parts, so a file has at most
 * 80 GB.
 */
const partBytes = 8 * 1024 * 1024;
const partsAtATime = 2;

export type StoredContent = Pick<Asset, 'type' | 'size' | 'sha256'>;

/**
 * Streams the bytes of an upload to a key, with the headers that the bucket then sends to browsers. Returns the type,
 * size and hash of the file. Longer files are sent in parts, which are removed if the upload fails. Throws the same
 * `AssetError` as `AssetStore.put`.
 */
export async function storeContent(
  client: S3Client,
  place: { Bucket: string; Key: string },
  upload: Upload,
): Promise<StoredContent> {
  const { name } = upload;
  const { bytes, measured } = measuring(upload);
  const first = await firstBytes(bytes);
  const type = mediaTypeOf(Buffer.concat(first), name, upload.declaredType);
  const { contentType, contentDisposition } = servedAs({ type, name });

  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first;
    yield* bytes;
  }

  await new PartedUpload({
    client,
    params: {
      ...place,
      Body: Readable.from(all(), { objectMode: false }),
      ContentType: contentType,
      ContentDisposition: contentDisposition,
      CacheControl: 'private, max-age=86400, immutable',
    },
    partSize: partBytes,
    queueSize: partsAtATime,
  }).done();
  const { size, sha256 } = measured();
  return { type, size, sha256 };
}

/** Reads enough bytes from the start to detect the file's type. */
async function firstBytes(bytes: AsyncGenerator<Uint8Array>): Promise<Uint8Array[]> {
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < sniffedBytes) {
    const next = await bytes.next();
    if (next.done) break;
    first.push(next.value);
    size += next.value.byteLength;
  }
  return first;
}
