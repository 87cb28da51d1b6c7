import { createHash } from 'node:crypto';
import { ProvisoError } from '../../engine/model/errors.ts';
import { sniffedBytes } from './media-type.ts';
import { AssetError, type Upload } from './port.ts';

/** The measurements of a complete body: its first bytes, its size in bytes, and its SHA-256 in hex. */
export type Measured = { head: Uint8Array; size: number; sha256: string };

/** The bytes of an upload as they arrive, and the measurements of the bytes that have been passed on. */
export type MeasuredBody = { bytes: AsyncGenerator<Uint8Array>; measured(): Measured };

/**
 * Passes on the bytes of an upload and measures them. `bytes` throws an `AssetError` with the code `upload_too_large`
 * (above `maxBytes`) or `upload_incomplete` (the body ended early). These codes distinguish errors of the sender from
 * errors of the storage.
 */
export function measuring({ body, maxBytes }: Upload): MeasuredBody {
  const hash = createHash('sha256');
  const heads: Uint8Array[] = [];
  let size = 0;

  async function* bytes(): AsyncGenerator<Uint8Array> {
    for await (const chunk of arriving(body)) {
      if (size < sniffedBytes) heads.push(chunk.subarray(0, sniffedBytes));
      size += chunk.byteLength;
      if (size > maxBytes) {
        throw new AssetError('upload_too_large', `The file is larger than ${maxBytes} bytes`);
      }
      hash.update(chunk);
      yield chunk;
    }
  }

  return {
    bytes: bytes(),
    measured: () => ({ head: Buffer.concat(heads), size, sha256: hash.copy().digest('hex') }),
  };
}

async function* arriving(body: Upload['body']): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    if (cause instanceof ProvisoError) throw cause;
    throw new AssetError('upload_incomplete', 'The upload broke off before the file was complete', { cause });
  }
}
