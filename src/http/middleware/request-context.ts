import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Caller } from '../../api/caller.ts';

/** One documented path with its method: limits and guards refer to it and never to the text of a path. */
export type Route = {
  /** The path as documented, or the name of the procedure behind it. */
  name: string;
  /** The parts of the path that are input, by name. */
  parameters: Readonly<Record<string, string>>;
  /** The handler, if it is not a procedure. */
  serve: RequestHandler | null;
  /** Whether its body may contain text files. */
  takesTexts: boolean;
  /** Whether a ticket for the project in its path authenticates the request. */
  takesTickets: boolean;
};

/** What is known of a request while it is processed. */
export type RequestContext = {
  /** Sent as `x-request-id`, logged, and included in every error. */
  requestId: string;
  /** The caller; null until it is known. */
  caller: Caller | null;
  /** The name of the request in metrics; requests to unknown paths share one name. */
  route: string;
  /** The handler of the path; null for an undocumented path. */
  matched: Route | null;
  /** False for HEAD, which is processed like GET. */
  wantsBody: boolean;
};

declare global {
  namespace Express {
    interface Request {
      context?: RequestContext;
    }
  }
}

/** A request id that is safe in a header and a log line. */
const cleanId = /^[\w.:-]{1,64}$/;

/**
 * Creates the context and id of each request: the caller's `x-request-id` if it is short and clean, else a new one.
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
  };
  res.setHeader('x-request-id', requestId);
  next();
}

/** The context of a request that passed `requestContext`. */
export function contextOf(req: Request): RequestContext {
  if (!req.context) throw new Error('the request has no context: requestContext must come first');
  return req.context;
}
