import type { Request } from 'express';
import type { Answer, ApiContext } from '../api/context.ts';
import type { HttpParts } from './parts.ts';
import { contextOf } from './request-context.ts';

/** The context of a call, from its request. Cheap, and never throws. */
export function callContext(
  { services, accounts }: Pick<HttpParts, 'services' | 'accounts'>,
  transport: ApiContext['transport'],
) {
  return ({ req }: { req: Request }): ApiContext => {
    const { requestId, caller } = contextOf(req);
    return {
      transport,
      requestId,
      caller,
      services,
      accounts,
      headers: {
        ifMatch: req.headers['if-match'] ?? null,
        ifNoneMatch: req.headers['if-none-match'] ?? null,
        idempotencyKey: req.get('idempotency-key') ?? null,
        cookie: req.headers.cookie ?? null,
      },
      answer: {},
    };
  };
}

/** The headers that a procedure asked for. */
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
