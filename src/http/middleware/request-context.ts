import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Caller } from '../../api/caller.ts';

/**
 * The documented path and method that a request matches. Limits and access checks use the route, never the text of the
 * requested path.
 */
export type Route = {
  /** The name of the procedure that serves the path; for a path without a procedure, the documented path. */
  name: string;
  /** The values of the path's parameters, by name. */
  parameters: Readonly<Record<string, string>>;
  /** The handler of a path that no procedure serves; null if a procedure serves the path. */
  serve: RequestHandler | null;
  /** Whether the body can contain text files, so that a higher size limit applies. */
  takesTexts: boolean;
  /** Whether a ticket for the project in the path is accepted in place of a token. */
  takesTickets: boolean;
  /** Whether the path is served without a token. */
  isPublic: boolean;
};

/** What is known about a request while it is processed. */
export type RequestContext = {
  /** Sent as `x-request-id`, logged, and included in every error. */
  requestId: string;
  /** The caller; null before authentication, and for requests that are not authenticated. */
  caller: Caller | null;
  /** The value of the label `route` in the metrics. All unknown paths have the same value. */
  route: string;
  /** The route of the path; null for an undocumented path. */
  matched: Route | null;
  /** Whether the response has a body. False for HEAD, which is otherwise processed like GET. */
  wantsBody: boolean;
  /** The number of bytes of the response so far, before they are compressed. */
  bytes: number;
};

declare global {
  namespace Express {
    interface Request {
      context?: RequestContext;
    }
  }
}

/** Matches a request id that is safe in a header and in a line of the log. */
const cleanId = /^[\w.:-]{1,64}$/;

/**
 * Creates the context of each request. The request id is the caller's `x-request-id` if it matches `cleanId`, otherwise
 * a new one.
 */
export function requestContext(req: Request, res: Response, next: NextFunction): void {
  const given = req.headers['x-request-id'];
  const requestId = typeof given === 'string' && cleanId.test(given) ? given : randomUUID();
  req.context = {
    requestId,
    caller: null,
    route: 'unknown',
    matched: null,
    wantsBody: req.method !== 'HEAD',
    bytes: 0,
  };
  res.setHeader('x-request-id', requestId);
  next();
}

/** Returns the context that `requestContext` has created for the request. */
export function contextOf(req: Request): RequestContext {
  if (!req.context) throw new Error('the request has no context: requestContext must come first');
  return req.context;
}
