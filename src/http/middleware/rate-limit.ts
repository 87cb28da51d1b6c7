import type { NextFunction, Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../domain/errors.ts';
import type { RequestCounter } from '../../limits/port.ts';
import { addressKey } from './address-key.ts';
import { contextOf } from './request-context.ts';

export type Rate = { name: string; requests: number; windowSeconds: number };

/** A response whose headers can be set. */
type Headers = { setHeader(name: string, value: string | number): unknown };

export type RateLimit = {
  /** Counts one request of a caller and sets the rate limit headers. Throws `rate_limited` if the quota is used up. */
  count(caller: string, res: Headers): Promise<void>;
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
export function rateLimit(
  { name, requests, windowSeconds }: Rate,
  counter: RequestCounter,
  clock: () => number = Date.now,
): RateLimit {
  const windowMs = windowSeconds * 1000;
  // The calls of a batch are counted concurrently, so their counts can arrive in any order. The header shows the
  // highest count.
  const mostUsed = new WeakMap<Headers, number>();
  const ahead = new LRUCache<string, CountedAhead>({ max: mostCallers });

  /** Counts requests in the shared counter. Returns the count, and what is known about the caller from now on. */
  async function ask(caller: string, more: number): Promise<{ used: number; now: CountedAhead }> {
    const { used, endsInMs } = await counter.count(`${name} ${caller}`, windowMs, more);
    const endsAt = clock() + endsInMs;
    const known = ahead.get(caller);
    // The end that the counter returns varies by the time that its answers take.
    const isSameWindow = known !== undefined && endsAt < known.endsAt + windowMs / 2;
    const now = isSameWindow ? known : { last: 0, spare: 0, asking: null, endsAt };
    now.last = Math.max(now.last, used);
    ahead.set(caller, now);
    return { used, now };
  }

  /** Returns the position of one more request in the caller's window, and the end of the window in ms since 1970. */
  async function countOne(caller: string): Promise<{ used: number; endsAt: number }> {
    for (;;) {
      const known = ahead.get(caller);
      const isOpen = known !== undefined && clock() < known.endsAt;
      if (isOpen && known.spare > 0) {
        known.spare -= 1;
        return { used: known.last - known.spare, endsAt: known.endsAt };
      }
      const block = isOpen ? blockOf(requests - known.last) : 1;
      if (!isOpen || block === 1) {
        const { used, now } = await ask(caller, 1);
        return { used, endsAt: now.endsAt };
      }
      known.asking ??= ask(caller, block)
        .then(({ now }) => {
          now.spare += block;
        })
        .finally(() => {
          known.asking = null;
        });
      await known.asking;
    }
  }

  async function count(caller: string, res: Headers): Promise<void> {
    const { used, endsAt } = await countOne(caller);
    const most = Math.max(used, mostUsed.get(res) ?? 0);
    mostUsed.set(res, most);
    const seconds = Math.ceil((endsAt - clock()) / 1000);
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
      await ask(caller, more);
    },
  };
}

/**
 * What this process has counted for a caller in the shared counter. The count is `last`, and the caller has not yet sent
 * the last `spare` of these requests. `asking` ends when the shared counter has counted more of them.
 */
type CountedAhead = { last: number; spare: number; asking: Promise<void> | null; endsAt: number };

/** The maximum number of callers for whom a process counts requests ahead. */
const mostCallers = 10_000;
const largestBlock = 16;

/**
 * How many requests are counted at once when `left` are left: one in 32, at most 16. Asking the shared counter takes
 * longer than answering a short request, so it is not asked for each one. Requests that are counted but never sent make
 * other processes refuse earlier, never later; near the end of the quota, each request is counted on its own.
 */
function blockOf(left: number): number {
  return Math.min(largestBlock, Math.max(1, Math.floor(left / 32)));
}

/** Counts requests and the bytes of the responses to them: by caller, or by address if the caller is unknown. */
export function limitCaller(limit: RateLimit) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const context = contextOf(req);
    const key = context.caller?.key ?? `address ${addressKey(req.ip)}`;
    await limit.count(key, res);
    res.once('close', () => {
      const more = Math.floor(context.bytes / bytesPerRequest);
      // An error of the counter is ignored, because the response was already sent.
      if (more > 0) limit.charge(key, more).catch(() => undefined);
    });
    next();
  };
}

/** Counts the bytes that are written to a response in pieces, before they are compressed. */
export function countBytes(req: Request, res: Response, next: NextFunction): void {
  const context = contextOf(req);
  const { write, end } = res;
  const add = (chunk: unknown) => {
    if (typeof chunk === 'string') context.bytes += Buffer.byteLength(chunk);
    else if (chunk instanceof Uint8Array) context.bytes += chunk.byteLength;
  };
  res.write = (...sent: unknown[]) => {
    add(sent[0]);
    return Reflect.apply(write, res, sent);
  };
  res.end = (...sent: unknown[]) => {
    add(sent[0]);
    return Reflect.apply(end, res, sent);
  };
  next();
}
