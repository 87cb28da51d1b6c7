import { decodingSteps } from './body.ts';
import { FetchError, type FetchErrorCode } from './errors.ts';
import type { FetchPolicy } from './policy.ts';
import { type GuardedResponse, guardedRequest, type Network, realNetwork } from './request.ts';
import { type ScratchFile, writeScratch } from './scratch.ts';

export type FetchRequest = {
  url: string;
  /** The caller's own end of patience; when it fires, its reason is thrown as it is. */
  signal: AbortSignal;
  /** At most the policy's. */
  maxBytes?: number;
  /** For the whole fetch, in ms; at most the policy's. */
  deadlineMs?: number;
  /** By their names in lower case; what travels compressed is decided here. */
  headers?: Record<string, string>;
  /** Makes it a POST, whose redirects are not followed. */
  body?: string;
};

/** A complete file on local disk, measured as it stands there, so without the transfer's gzip. */
export type FetchedFile = ScratchFile & {
  /** The server's `content-type`, parameters and all: a hint. */
  contentType?: string;
  /** Where the redirects ended. */
  finalUrl: string;
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
  return async ({ url, signal, headers = {}, body, ...wanted }) => {
    signal.throwIfAborted();
    const maxBytes = Math.min(wanted.maxBytes ?? policy.maxBytes, policy.maxBytes);
    const deadline = AbortSignal.timeout(Math.min(wanted.deadlineMs ?? policy.deadlineMs, policy.deadlineMs));
    const ended = AbortSignal.any([signal, deadline]);
    try {
      const sent = { headers: { accept: '*/*', ...headers }, ...(body !== undefined && { body }) };
      const response = await guardedRequest({ url, signal: ended, ...sent }, policy, network);
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
  const file = await writeScratch(folder, body, steps, signal);
  const contentType = headers['content-type'];
  return { ...file, ...(contentType === undefined ? {} : { contentType }), finalUrl: url.href };
}

/** Node's and undici's codes by the class they mean; one that is not here is a fault of ours or of the disk. */
const classes: [RegExp, FetchErrorCode][] = [
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'deadline'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'headers_too_large'],
  [/^Z_BUF_ERROR$/, 'incomplete'],
  [/^Z_/, 'bad_encoding'],
  [/^(HPE_.*|HTTPParserError|UND_ERR_RESPONSE)$/, 'bad_response'],
  [/^(UND_ERR_(SOCKET|RES_CONTENT_LENGTH_MISMATCH|CLOSED|DESTROYED|ABORTED))$/, 'incomplete'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_SSL_.*)$/, 'incomplete'],
];

/** An error of the network as the class it belongs to; what belongs to none is given as it is. */
export function publicError(error: unknown): unknown {
  if (error instanceof FetchError || !(error instanceof Error)) return error;
  // undici's parser gives a code only for some of its complaints.
  const code = 'code' in error && error.code ? String(error.code) : error.name;
  const found = classes.find(([pattern]) => pattern.test(code));
  return found ? new FetchError(found[1], { cause: error }) : error;
}
