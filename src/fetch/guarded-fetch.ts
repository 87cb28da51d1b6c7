import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decodingSteps } from './body.ts';
import { FetchError, type FetchErrorCode } from './errors.ts';
import type { FetchPolicy } from './policy.ts';
import { type GuardedResponse, guardedRequest, type Network, realNetwork } from './request.ts';

export type FetchRequest = {
  url: string;
  /** The caller's own end of patience; when it fires, its reason is thrown as it is. */
  signal: AbortSignal;
  /** At most the policy's. */
  maxBytes?: number;
  /** For the whole fetch, in ms; at most the policy's. */
  deadlineMs?: number;
  accept?: string;
};

/** A complete file on local disk, for as long as `close` was not called. */
export type FetchedFile = {
  path: string;
  bytes: number;
  /** Hex SHA-256 of the bytes as they stand on disk, so without the transfer's gzip. */
  sha256: string;
  /** The server's `content-type`, parameters and all: a hint. */
  contentType?: string;
  /** Where the redirects ended. */
  finalUrl: string;
  close(): Promise<void>;
};

export type GuardedFetch = (request: FetchRequest) => Promise<FetchedFile>;

/**
 * The only way out to a link that a user gave. Files are kept in `folder`, whole or not at all.
 * The function it gives throws `FetchError` with one public code for each class of failure.
 */
export function createGuardedFetch(
  folder: string,
  policy: FetchPolicy,
  network: Network = realNetwork,
): GuardedFetch {
  return async ({ url, signal, accept = '*/*', ...wanted }) => {
    signal.throwIfAborted();
    const maxBytes = Math.min(wanted.maxBytes ?? policy.maxBytes, policy.maxBytes);
    const deadline = AbortSignal.timeout(Math.min(wanted.deadlineMs ?? policy.deadlineMs, policy.deadlineMs));
    const ended = AbortSignal.any([signal, deadline]);
    try {
      const response = await guardedRequest({ url, signal: ended, accept }, policy, network);
      return await save(response, { folder, maxBytes, signal: ended }).finally(response.close);
    } catch (error) {
      signal.throwIfAborted();
      throw deadline.aborted ? new FetchError('deadline', { cause: error }) : publicError(error);
    }
  };
}

async function save(
  response: GuardedResponse,
  { folder, maxBytes, signal }: { folder: string; maxBytes: number; signal: AbortSignal },
): Promise<FetchedFile> {
  const { headers, body, url } = response;
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw new FetchError('too_large');
  const steps = decodingSteps(headers['content-encoding'], maxBytes);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomBytes(16).toString('hex')}.fetched`);
  const remove = () => rm(path, { force: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      done(null, chunk);
    },
  });
  try {
    await pipeline([body, ...steps, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 })], {
      signal,
    });
  } catch (error) {
    await remove();
    throw error;
  }
  const contentType = headers['content-type'];
  return {
    path,
    bytes,
    sha256: hash.digest('hex'),
    ...(contentType === undefined ? {} : { contentType }),
    finalUrl: url.href,
    close: remove,
  };
}

/** Node's and undici's codes by the class they mean; one that is not here is a fault of ours or of the disk. */
const classes: [RegExp, FetchErrorCode][] = [
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'deadline'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'headers_too_large'],
  [/^Z_BUF_ERROR$/, 'incomplete'],
  [/^Z_/, 'bad_encoding'],
  [/^(HPE_|UND_ERR_RESPONSE$)/, 'bad_response'],
  [/^(UND_ERR_(SOCKET|RES_CONTENT_LENGTH_MISMATCH|CLOSED|DESTROYED|ABORTED))$/, 'incomplete'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_SSL_.*)$/, 'incomplete'],
];

function publicError(error: unknown): unknown {
  if (error instanceof FetchError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  const found = classes.find(([pattern]) => pattern.test(code));
  return found ? new FetchError(found[1], { cause: error }) : error;
}
