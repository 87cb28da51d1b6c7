import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { checkUrl } from './check-url.ts';
import { type Dial, dialChecked, guardedConnector, type Lookup, lookupAll } from './connect.ts';
import { FetchError } from './errors.ts';
import type { FetchPolicy } from './policy.ts';
import { conditionsOf, type Validators } from './validators.ts';

/** The functions that use the network. Tests replace only these functions, so that all checks remain active. */
export type Network = { lookup: Lookup; dial: Dial };

export const realNetwork: Network = { lookup: lookupAll, dial: dialChecked };

export type GuardedRequest = {
  url: string;
  /** Aborts name resolution, connections and the transfer of the body. */
  signal: AbortSignal;
  /** Sent with every request, also after a redirect. */
  headers: Record<string, string>;
  /** If set, the request is a POST with this body, and redirects are not followed. */
  body?: string;
  /** The validators of an earlier response. They are sent only to the URL that this response came from. */
  known?: Validators;
  /** Waits until a request to the host is allowed, and returns the function to call after the request. */
  enter(host: string): Promise<() => void>;
};

/** A response with a 2xx status. `body` is not decoded. `close` must be called, whether or not the body was read. */
export type GuardedResponse = {
  url: URL;
  headers: IncomingHttpHeaders;
  body: Readable;
  close(): Promise<void>;
};

/**
 * `busy` means that the host refuses the request for now. `retryAfterMs` is the wait that the host asked for; null if
 * it asked for none.
 */
export type GuardedAnswer =
  | { kind: 'response'; response: GuardedResponse }
  | { kind: 'unchanged' }
  | { kind: 'busy'; host: string; retryAfterMs: number | null };

type HopAnswer = GuardedAnswer | { kind: 'redirect'; location: string };

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Requests a link and follows its redirects. Every redirect passes all checks again and has its own agent, so that it
 * uses no socket that was opened for another host. Throws `FetchError`.
 */
export async function guardedRequest(
  asked: GuardedRequest,
  policy: FetchPolicy,
  network: Network,
): Promise<GuardedAnswer> {
  let next = asked.url;
  for (let hop = 0; hop <= policy.maxRedirects; hop++) {
    const answer = await askOnce({ ...asked, url: next }, policy, network);
    if (answer.kind !== 'redirect') return answer;
    next = answer.location;
  }
  throw new FetchError('too_many_redirects');
}

async function askOnce(asked: GuardedRequest, policy: FetchPolicy, network: Network): Promise<HopAnswer> {
  const check = checkUrl(asked.url, policy);
  if (!check.ok) throw new FetchError(check.code);
  const { url, allowListed } = check;
  const leave = await asked.enter(url.hostname);
  // Each request has its own signal, so that the listeners of many requests do not accumulate on the caller's signal.
  const signal = AbortSignal.any([asked.signal]);
  const agent = guardedAgent(policy, { ...network, allowListed, signal });
  const close = () => agent.destroy().finally(leave);
  const conditions = asked.known?.finalUrl === url.href ? conditionsOf(asked.known) : {};
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal,
      headers: { 'user-agent': 'Proviso', ...asked.headers, ...conditions, 'accept-encoding': 'gzip' },
      ...(asked.body !== undefined && { method: 'POST', body: asked.body }),
    });
    body.on('error', () => undefined);
    // Status 206 means a part of the file, which was not requested.
    if (statusCode === 206) throw new FetchError('incomplete');
    if (statusCode >= 200 && statusCode < 300) {
      return { kind: 'response', response: { url, headers, body, close } };
    }
    await close();
    if (statusCode === 304 && Object.keys(conditions).length > 0) return { kind: 'unchanged' };
    if (statusCode === 429 || statusCode === 503) {
      return { kind: 'busy', host: url.hostname, retryAfterMs: retryAfterOf(headers['retry-after']) };
    }
    if (asked.body !== undefined) throw new FetchError('http_status');
    return { kind: 'redirect', location: locationOf(statusCode, headers, url) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Creates the HTTP agent for one request. Its sockets are not used for other requests, to which other rules can apply.
 */
export function guardedAgent(
  policy: FetchPolicy,
  parts: Network & { allowListed: boolean; signal: AbortSignal },
): Agent {
  return new Agent({
    connect: guardedConnector(policy, parts),
    headersTimeout: policy.idleMs,
    bodyTimeout: policy.idleMs,
    maxHeaderSize: policy.maxHeaderBytes,
    pipelining: 0,
  });
}

function locationOf(status: number, headers: IncomingHttpHeaders, from: URL): string {
  if (!redirects.has(status) || headers.location === undefined) throw new FetchError('http_status');
  const { location } = headers;
  if (typeof location !== 'string' || !URL.canParse(location, from.href)) throw new FetchError('bad_url');
  const target = new URL(location, from);
  target.hash = '';
  return target.href;
}

/**
 * Converts the header `Retry-After`, which has seconds or a date (RFC 9110, 10.2.3), to ms from now. Returns null if
 * the header is absent or invalid.
 */
export function retryAfterOf(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string') return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, time - Date.now());
}
