import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FetchError, type FetchErrorCode } from './errors.ts';
import { type FetchClock, HostTurns, realClock } from './host-turns.ts';
import type { FetchPolicy } from './policy.ts';
import { type GuardedResponse, guardedRequest, type Network, realNetwork } from './request.ts';
import { type ScratchFile, writeScratch } from './scratch.ts';
import { type Validators, validatorsIn } from './validators.ts';

export type FetchRequest = {
  url: string;
  /** Whose request it is: the requests of one user do not wait for those of another. */
  user: string;
  /** Aborts the fetch. The reason of the signal is then thrown unchanged. */
  signal: AbortSignal;
  /** The maximum size of the file. The `maxBytes` of the policy applies if it is lower. */
  maxBytes?: number;
  /** The time limit for the whole fetch, in ms. The `deadlineMs` of the policy applies if it is lower. */
  deadlineMs?: number;
  /** Header names are in lower case. `accept-encoding` is always set by the fetch itself. */
  headers?: Record<string, string>;
  /** If set, the request is a POST with this body, and redirects are not followed. */
  body?: string;
};

/** A complete file on local disk. Size and hash are those of the decoded content. */
export type FetchedFile = ScratchFile & {
  /** The `content-type` that the server sent, with its parameters. A server can send a wrong type. */
  contentType?: string;
  /** The final URL after redirects. */
  finalUrl: string;
  /** The values for asking the server later whether the file has changed; null if the server sent no reliable ones. */
  validators: Validators | null;
};

export interface GuardedFetch {
  /** Returns null if the server says that the file has not changed since the response that `known` comes from. */
  (request: FetchRequest & { known: Validators }): Promise<FetchedFile | null>;
  (request: FetchRequest): Promise<FetchedFile>;
}

/** The maximum number of requests to a busy server within one fetch. */
const attempts = 3;

/**
 * Creates the function that fetches links given by users; nothing else may fetch such links. The function stores a file
 * in `folder`, completely or not at all, and sends no more requests of one user to a host than the policy allows. If a host is
 * busy, the function waits as long as the host asks, unless the deadline would pass. It throws `FetchError`, whose code
 * is the class of the failure.
 */
export function createGuardedFetch(
  folder: string,
  policy: FetchPolicy,
  network: Network = realNetwork,
  clock: FetchClock = realClock,
): GuardedFetch {
  const turns = new HostTurns(policy, clock);

  function guardedFetch(request: FetchRequest & { known: Validators }): Promise<FetchedFile | null>;
  function guardedFetch(request: FetchRequest): Promise<FetchedFile>;
  async function guardedFetch({
    url,
    user,
    signal,
    headers = {},
    ...wanted
  }: FetchRequest & { known?: Validators }): Promise<FetchedFile | null> {
    signal.throwIfAborted();
    const maxBytes = Math.min(wanted.maxBytes ?? policy.maxBytes, policy.maxBytes);
    const deadlineMs = Math.min(wanted.deadlineMs ?? policy.deadlineMs, policy.deadlineMs);
    const deadline = new Deadline(deadlineMs, clock);
    const ended = AbortSignal.any([signal, deadline.signal]);
    const asked = {
      url,
      signal: ended,
      headers: { accept: '*/*', ...headers },
      ...(wanted.body !== undefined && { body: wanted.body }),
      ...(wanted.known !== undefined && { known: wanted.known }),
      async enter(host: string) {
        const leave = await turns.take(host, user, ended);
        deadline.start();
        return leave;
      },
    };
    try {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await guardedRequest(asked, policy, network);
        if (answer.kind === 'unchanged') return null;
        if (answer.kind === 'response') {
          const { response } = answer;
          return await save(response, { folder, maxBytes, signal: ended }).finally(response.close);
        }
        const { host, retryAfterMs } = answer;
        if (retryAfterMs === null || attempt === attempts || retryAfterMs >= deadline.leftMs()) {
          throw new FetchError('server_busy');
        }
        turns.pause(host, user, retryAfterMs);
      }
    } catch (error) {
      signal.throwIfAborted();
      throw deadline.signal.aborted ? new FetchError('deadline', { cause: error }) : publicError(error);
    } finally {
      deadline.clear();
    }
  }
  return guardedFetch;
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
  return {
    ...file,
    ...(contentType === undefined ? {} : { contentType }),
    finalUrl: url.href,
    validators: validatorsIn(headers, url.href),
  };
}

/**
 * The deadline of a fetch. Its time starts when the first request may start, so that the wait for other requests to the
 * same host does not count.
 */
class Deadline {
  readonly #ms: number;
  readonly #clock: FetchClock;
  readonly #controller = new AbortController();
  readonly #cleared = new AbortController();
  #endsAt: number | null = null;

  constructor(ms: number, clock: FetchClock) {
    this.#ms = ms;
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    if (this.#endsAt !== null) return;
    this.#endsAt = this.#clock.now() + this.#ms;
    this.#clock.wait(this.#ms, this.#cleared.signal).then(
      () => this.#controller.abort(),
      () => undefined,
    );
  }

  leftMs(): number {
    return this.#endsAt === null ? this.#ms : this.#endsAt - this.#clock.now();
  }

  clear(): void {
    this.#cleared.abort();
  }
}

/**
 * Error codes of Node and undici, by class of failure. An error with any other code comes from a bug or from the disk.
 */
const classes: [RegExp, FetchErrorCode][] = [
  [/^UND_ERR_(HEADERS|BODY)_TIMEOUT$/, 'deadline'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'headers_too_large'],
  [/^Z_BUF_ERROR$/, 'incomplete'],
  [/^Z_/, 'bad_encoding'],
  [/^(HPE_.*|HTTPParserError|UND_ERR_RESPONSE)$/, 'bad_response'],
  [/^(UND_ERR_(SOCKET|RES_CONTENT_LENGTH_MISMATCH|CLOSED|DESTROYED|ABORTED))$/, 'incomplete'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ERR_STREAM_PREMATURE_CLOSE|ERR_SSL_.*)$/, 'incomplete'],
];

/** Returns the `FetchError` for a network error. An unknown error is returned unchanged. */
export function publicError(error: unknown): unknown {
  if (error instanceof FetchError || !(error instanceof Error)) return error;
  // undici's parser sets a code only for some of its errors.
  const code = 'code' in error && error.code ? String(error.code) : error.name;
  const found = classes.find(([pattern]) => pattern.test(code));
  return found ? new FetchError(found[1], { cause: error }) : error;
}

/** Passes bytes through, and fails with `too_large` once there are more than `maxBytes`. */
function byteCap(maxBytes: number): Transform {
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
function decodingSteps(encoding: string | string[] | undefined, maxBytes: number): Transform[] {
  const name = String(encoding ?? '')
    .trim()
    .toLowerCase();
  if (name === '' || name === 'identity') return [byteCap(maxBytes)];
  if (name === 'gzip' || name === 'x-gzip') return [byteCap(maxBytes), createGunzip(), byteCap(maxBytes)];
  throw new FetchError('bad_encoding');
}
