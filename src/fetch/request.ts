import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { checkUrl } from './check-url.ts';
import { type Dial, dialChecked, guardedConnector, type Lookup, lookupAll } from './connect.ts';
import { FetchError } from './errors.ts';
import type { FetchPolicy } from './policy.ts';

/** The parts of the network; tests bring their own names and last hop, the decisions stay. */
export type Network = { lookup: Lookup; dial: Dial };

export const realNetwork: Network = { lookup: lookupAll, dial: dialChecked };

export type GuardedRequest = {
  url: string;
  /** Ends everything: names, connections and body. */
  signal: AbortSignal;
  /** Sent to every hop. */
  headers: Record<string, string>;
  /** Sent as the body of a POST, whose redirects are not followed. */
  body?: string;
};

/** A 2xx answer. `body` is as it travelled; `close` must be called, read or not. */
export type GuardedResponse = {
  url: URL;
  headers: IncomingHttpHeaders;
  body: Readable;
  close(): Promise<void>;
};

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Asks for a link and follows its redirects by hand: every hop passes all rules again and gets an agent of its
 * own, so that no open socket of an earlier host or an earlier policy is used. Throws `FetchError`.
 */
export async function guardedRequest(
  { url, ...sent }: GuardedRequest,
  policy: FetchPolicy,
  network: Network,
): Promise<GuardedResponse> {
  let next = url;
  for (let hop = 0; hop <= policy.maxRedirects; hop++) {
    const answer = await askOnce(next, sent, policy, network);
    if ('response' in answer) return answer.response;
    next = answer.location;
  }
  throw new FetchError('too_many_redirects');
}

type Answer = { response: GuardedResponse } | { location: string };

async function askOnce(
  text: string,
  { signal, headers: ownHeaders, body: sentBody }: Omit<GuardedRequest, 'url'>,
  policy: FetchPolicy,
  network: Network,
): Promise<Answer> {
  const check = checkUrl(text, policy);
  if (!check.ok) throw new FetchError(check.code);
  const { url, allowListed } = check;
  // A signal of the hop's own, so that the listeners of many hops do not gather on the caller's.
  const hopSignal = AbortSignal.any([signal]);
  const agent = guardedAgent(policy, { ...network, allowListed, signal: hopSignal });
  const close = () => agent.destroy();
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      signal: hopSignal,
      headers: { 'user-agent': 'Proviso', ...ownHeaders, 'accept-encoding': 'gzip' },
      ...(sentBody !== undefined && { method: 'POST', body: sentBody }),
    });
    body.on('error', () => undefined);
    if (statusCode >= 200 && statusCode < 300) return { response: { url, headers, body, close } };
    await close();
    if (sentBody !== undefined) throw new FetchError('http_status');
    return { location: locationOf(statusCode, headers, url) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An agent for one hop alone: no socket of it outlives the rules that it was opened under. */
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
