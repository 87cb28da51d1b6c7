import type { NextFunction, Request, Response } from 'express';
import { AppError } from '../domain/errors.ts';
import { contextOf } from './request-context.ts';

export type Rate = { name: string; requests: number; windowSeconds: number };

type Window = { used: number; endsAt: number };

/**
 * Counts requests by key in windows that start with a key's first request. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers-10: policy `"name";q=quota;w=seconds`, state `"name";r=left;t=seconds`.
 */
export function rateLimiter(rate: Rate, clock: () => number = Date.now) {
  const windows = new Map<string, Window>();

  const windowOf = (key: string, now: number): Window => {
    const open = windows.get(key);
    if (open && open.endsAt > now) return open;
    if (windows.size >= 10_000) forgetEnded(windows, now);
    const started = { used: 0, endsAt: now + rate.windowSeconds * 1000 };
    windows.delete(key);
    windows.set(key, started);
    return started;
  };

  /** Takes one request of the key, and throws `rate_limited` when there is none left. */
  return (key: string, res: Response): void => {
    const now = clock();
    const window = windowOf(key, now);
    const seconds = Math.ceil((window.endsAt - now) / 1000);
    const left = Math.max(0, rate.requests - window.used - 1);
    res.setHeader('RateLimit-Policy', `"${rate.name}";q=${rate.requests};w=${rate.windowSeconds}`);
    res.setHeader('RateLimit', `"${rate.name}";r=${left};t=${seconds}`);
    if (window.used >= rate.requests) {
      res.setHeader('Retry-After', seconds);
      throw new AppError(
        'rate_limited',
        `${rate.requests} requests in ${rate.windowSeconds} seconds are allowed: try again in ${seconds} seconds`,
      );
    }
    window.used++;
  };
}

/** Counts what a known caller sends. Those not known pass: they are refused elsewhere. */
export function limitCaller(take: (key: string, res: Response) => void) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const { caller } = contextOf(req);
    if (caller !== null) take(caller.key, res);
    next();
  };
}

function forgetEnded(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key);
}
