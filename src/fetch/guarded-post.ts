import { request } from 'undici';
import { checkUrl } from './check-url.ts';
import { FetchError } from './errors.ts';
import { publicError } from './guarded-fetch.ts';
import type { FetchPolicy } from './policy.ts';
import { guardedAgent, type Network, realNetwork, retryAfterOf } from './request.ts';

export type PostRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Aborts the call. The reason of the signal is then thrown unchanged. */
  signal: AbortSignal;
  /** The time limit for the whole call, in ms. */
  deadlineMs: number;
};

/**
 * The response without its body, which is not read. `retryAfterMs` is the wait that the server asked for; null if it
 * asked for none.
 */
export type PostAnswer = { status: number; retryAfterMs: number | null };

export type GuardedPost = (request: PostRequest) => Promise<PostAnswer>;

/**
 * Creates a function that posts to links given by users, with the checks of `createGuardedFetch`: private addresses are
 * refused. Redirects are not followed, and http without TLS is only used for hosts that the operator allows. The
 * function throws `FetchError`.
 */
export function createGuardedPost(policy: FetchPolicy, network: Network = realNetwork): GuardedPost {
  return async ({ url: text, headers, body, signal, deadlineMs }) => {
    signal.throwIfAborted();
    const check = checkUrl(text, policy);
    if (!check.ok) throw new FetchError(check.code);
    const { url, allowListed } = check;
    if (url.protocol !== 'https:' && !allowListed) throw new FetchError('bad_scheme');
    const deadline = AbortSignal.timeout(deadlineMs);
    const ended = AbortSignal.any([signal, deadline]);
    const waiting = { ...policy, idleMs: deadlineMs };
    const agent = guardedAgent(waiting, { ...network, allowListed, signal: ended });
    try {
      const answer = await request(url, { dispatcher: agent, method: 'POST', signal: ended, headers, body });
      answer.body.on('error', () => undefined);
      return { status: answer.statusCode, retryAfterMs: retryAfterOf(answer.headers['retry-after']) };
    } catch (error) {
      signal.throwIfAborted();
      throw deadline.aborted ? new FetchError('deadline', { cause: error }) : publicError(error);
    } finally {
      await agent.destroy();
    }
  };
}
