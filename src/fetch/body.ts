import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FetchError } from './errors.ts';

/** Passes bytes on until `maxBytes` is exceeded, then fails with `too_large`. */
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
 * The steps that decode a body: none, or one layer of gzip with the size limit before and after it. Any other
 * encoding was not requested: `bad_encoding`.
 */
export function decodingSteps(encoding: string | string[] | undefined, maxBytes: number): Transform[] {
  const name = String(encoding ?? '')
    .trim()
    .toLowerCase();
  if (name === '' || name === 'identity') return [byteCap(maxBytes)];
  if (name === 'gzip' || name === 'x-gzip') return [byteCap(maxBytes), createGunzip(), byteCap(maxBytes)];
  throw new FetchError('bad_encoding');
}
