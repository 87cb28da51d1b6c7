import type { TRPCRequestInfo } from '@trpc/server/http';
import type { Request, Response } from 'express';
import type { Answer, ApiContext, ApiServices } from '../../api/context.ts';
import { closingOf } from '../closing.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { addressKey } from './address-key.ts';
import { fromOtherSite, fromUnknownHost } from './authenticate.ts';
import type { RateLimit } from './rate-limit.ts';
import { contextOf } from './request-context.ts';

/**
 * The rate limits: `calls` for the calls of authenticated callers, `signIns` for password attempts, `webhooks` for tests
 * of webhooks and rotations of their keys.
 */
export type CallLimits = { calls: RateLimit; signIns: RateLimit; webhooks: RateLimit };

/** Returns a function that creates the context of a call from its request. The function never throws. */
export function callContext(parts: ApiServices & Pick<HttpDependencies, 'publicUrl'>, limits: CallLimits) {
  const { services, accounts, people, members, passwordResets, singleSignOn, model, publicUrl } = parts;
  const always = { services, accounts, people, members, passwordResets, singleSignOn, model };
  const publicOrigin = new URL(publicUrl).origin;
  type Call = { req: Request; res: Response; info: Pick<TRPCRequestInfo, 'calls'> };
  return ({ req, res, info }: Call): ApiContext => {
    const { requestId, caller } = contextOf(req);
    let calls = 0;
    return {
      requestId,
      address: req.ip ?? null,
      caller,
      fromOtherSite: fromOtherSite(req, publicOrigin),
      fromUnknownHost: fromUnknownHost(req, publicOrigin),
      limits: {
        // The first call of a request is not counted here, because the request was counted before its body was read.
        // Each further call in a batch counts as one more request.
        async call() {
          calls += 1;
          if (calls > 1 && caller !== null) await limits.calls.count(caller.key, res);
        },
        signIn: () => limits.signIns.count(`address ${addressKey(req.ip)}`, res),
        async webhook() {
          if (caller !== null) await limits.webhooks.count(caller.key, res);
        },
      },
      closing: () => closingOf(res),
      // For REST requests `info.calls` is empty.
      share: 1 / Math.max(1, info.calls.length),
      ...always,
      headers: {
        ifMatch: req.headers['if-match'] ?? null,
        ifNoneMatch: req.headers['if-none-match'] ?? null,
        idempotencyKey: req.get('idempotency-key') ?? null,
        cookie: req.headers.cookie ?? null,
        userAgent: req.headers['user-agent'] ?? '',
      },
      answer: {},
    };
  };
}

/** Returns the response headers for the values that a procedure has set in its answer. */
export function answerHeaders({
  etag,
  location,
  replayed,
  cookies,
}: Answer): Record<string, string | string[]> {
  return {
    ...(etag && { ETag: etag }),
    ...(location && { Location: location }),
    ...(replayed && { 'Idempotency-Replayed': 'true' }),
    ...(cookies?.length && { 'Set-Cookie': [...cookies] }),
  };
}
