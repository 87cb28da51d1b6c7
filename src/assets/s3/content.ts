import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Upload as PartedUpload } from '@aws-sdk/lib-storage';
import { servedAs } from '../../domain/served-as.ts';
import { measuring } from '../measure.ts';
import { mediaTypeOf, sniffedBytes } from '../media-type.ts';
import type { Asset, Upload } from '../port.ts';

/** Bytes of a part, of which a few are in memory at a time: 10,000 parts, the most there can be, make 80 GB. */
const partBytes = 8 * 1024 * 1024;
const partsAtATime = 2;

export type KeptContent = Pick<Asset, 'type' | 'size' | 'sha256'>;

/**
 * Streams an upload's bytes to a key, with the headers a browser is to get, and gives what was measured of them.
 * A longer file goes in parts, which are taken back when the upload fails. Throws `AssetError` as `AssetStore.put`.
 */
export async function keepContent(
  client: S3Client,
  place: { Bucket: string; Key: string },
  upload: Upload,
): Promise<KeptContent> {
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

/** As much of the start as tells what the file is. */
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
