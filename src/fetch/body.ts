import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FetchError } from './errors.ts';

/** Passes bytes through, and fails with `too_large` once there are more than `maxBytes`. */
export function byteCap(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.byteLength;
      if (seen > maxBytes) done(new FetchError('too_large'));
      else done(null, chunk);
    },
  });
}

/**
 * The steps that decode a body and limit its size. One layer of gzip is accepted; `maxBytes` then limits both the
 * compressed and the decoded bytes. Throws `bad_encoding` for any other encoding, because the request asked for gzip
 * only.
 */
export function decodingSteps(encoding: string | string[] | undefined, maxBytes: number): Transform[] {
  const name = String(encoding ?? '')
    .trim()
    .toLowerCase();
  if (name === '' || name === 'identity') return [byteCap(maxBytes)];
  if (name === 'gzip' || name === 'x-gzip') return [byteCap(maxBytes), createGunzip(), byteCap(maxBytes)];
  throw new FetchError('bad_encoding');
}
