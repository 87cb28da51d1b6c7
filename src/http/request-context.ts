import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Caller } from '../api/caller.ts';

/** What is known of a request while it is answered. */
export type RequestContext = {
  /** On the answer as `x-request-id`, in the log, and in every error. */
  requestId: string;
  /** Who calls; null until it is known. */
  caller: Caller | null;
  /** The path as it is documented, for metrics; unknown paths share one name. */
  route: string;
  /** Names of the parts of the path that are input. */
  pathParameters: readonly string[];
  /** False for HEAD, which goes the way of GET. */
  wantsBody: boolean;
};

declare global {
  namespace Express {
    interface Request {
      context?: RequestContext;
    }
  }
}

/** A request id that can be put into a header and a log line without harm. */
const cleanId = /^[\w.:-]{1,64}$/;

/** Gives each request its context and its id: the caller's `x-request-id` when it is short and clean, else a new one. */
export function requestContext(req: Request, res: Response, next: NextFunction): void {
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && cleanId.test(given) ? given : randomUUID();
  req.context = {
    requestId,
    caller: null,
    route: 'unknown',
    pathParameters: [],
    wantsBody: req.method !== 'HEAD',
  };
  res.setHeader('x-request-id', requestId);
  next();
}

/** The context of a request that went through `requestContext`. */
export function contextOf(req: Request): RequestContext {
  if (!req.context) throw new Error('the request has no context: requestContext must come first');
  return req.context;
}
