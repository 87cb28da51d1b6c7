import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import type { RequestCounter } from '../../limits/port.ts';
import { contextOf } from './request-context.ts';

export type Rate = { name: string; requests: number; windowSeconds: number };

/** Counts one request of a caller and sets the rate limit headers. Throws `rate_limited` if none is left. */
export type RateLimit = (caller: string, res: Response) => Promise<void>;

/**
 * Limits requests per caller in windows that start with the caller's first request. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers-10: policy `"name";q=quota;w=seconds`, state `"name";r=left;t=seconds`.
 */
export function rateLimit({ name, requests, windowSeconds }: Rate, counter: RequestCounter): RateLimit {
  // The calls of a batch are counted at once, and one that was counted earlier may end later.
  const mostUsed = new WeakMap<Response, number>();
  return async (caller, res) => {
    const { used, endsInMs } = await counter.count(`${name} ${caller}`, windowSeconds * 1000);
    const most = Math.max(used, mostUsed.get(res) ?? 0);
    mostUsed.set(res, most);
    const seconds = Math.ceil(endsInMs / 1000);
    res.setHeader('RateLimit-Policy', `"${name}";q=${requests};w=${windowSeconds}`);
    res.setHeader('RateLimit', `"${name}";r=${Math.max(0, requests - most)};t=${seconds}`);
    if (used <= requests) return;
    res.setHeader('Retry-After', seconds);
    throw new AppError(
      'rate_limited',
      `${requests} requests in ${windowSeconds} seconds are allowed: try again in ${seconds} seconds`,
    );
  };
}

/** Counts the requests of authenticated callers. Others pass: a later handler refuses them. */
export function limitCaller(limit: RateLimit) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const { caller } = contextOf(req);
    if (caller !== null) await limit(caller.key, res);
    next();
  };
}
