import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import type { RequestCounter } from '../../limits/port.ts';
import { contextOf } from './request-context.ts';

export type Rate = { name: string; requests: number; windowSeconds: number };

export type RateLimit = {
  /** Counts one request of a caller and sets the rate limit headers. Throws `rate_limited` if the quota is used up. */
  count(caller: string, res: Response): Promise<void>;
  /**
   * Counts additional requests of a caller. It is called after the response was sent, so it sets no headers and does
   * not throw `rate_limited`.
   */
  charge(caller: string, requests: number): Promise<void>;
};

/**
 * Each 256 kB of a response count as one more request, because a long response takes as much work as many short ones.
 */
const bytesPerRequest = 256 * 1024;

/**
 * Limits how many requests each caller can send in a period of `windowSeconds`. A period starts with the caller's first
 * request after the previous period. The headers follow draft-ietf-httpapi-ratelimit-headers-10: `RateLimit-Policy:
 * "name";q=quota;w=seconds` and `RateLimit: "name";r=left;t=seconds`.
 */
export function rateLimit({ name, requests, windowSeconds }: Rate, counter: RequestCounter): RateLimit {
  // The calls of a batch are counted concurrently, so their counts can arrive in any order. The header shows the
  // highest count.
  const mostUsed = new WeakMap<Response, number>();
  const counted = (caller: string, more: number) =>
    counter.count(`${name} ${caller}`, windowSeconds * 1000, more);

  async function count(caller: string, res: Response): Promise<void> {
    const { used, endsInMs } = await counted(caller, 1);
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
  }

  return {
    count,
    async charge(caller, more) {
      await counted(caller, more);
    },
  };
}

/**
 * Counts the requests of authenticated callers and the bytes of the responses to them. Requests of unknown callers are
 * not counted, because a later handler refuses them.
 */
export function limitCaller(limit: RateLimit) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const { caller } = contextOf(req);
    if (caller === null) return next();
    await limit.count(caller.key, res);
    const bytes = countBytes(res);
    res.once('close', () => {
      const more = Math.floor(bytes() / bytesPerRequest);
      // An error of the counter is ignored, because the response was already sent.
      if (more > 0) limit.charge(caller.key, more).catch(() => undefined);
    });
    next();
  };
}

/** Returns the number of bytes written to the response so far, before they are compressed. */
function countBytes(res: Response): () => number {
  let bytes = 0;
  const { write, end } = res;
  const add = (chunk: unknown) => {
    if (typeof chunk === 'string') bytes += Buffer.byteLength(chunk);
    else if (chunk instanceof Uint8Array) bytes += chunk.byteLength;
  };
  res.write = (...sent: unknown[]) => {
    add(sent[0]);
    return Reflect.apply(write, res, sent);
  };
  res.end = (...sent: unknown[]) => {
    add(sent[0]);
    return Reflect.apply(end, res, sent);
  };
  return () => bytes;
}
