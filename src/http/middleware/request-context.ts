import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Caller } from '../../api/caller.ts';

/** One documented path with its method: limits and guards hang on it and never on the letters of a path. */
export type Route = {
  /** The path as documented, or the name of the procedure behind it. */
  name: string;
  /** The parts of the path that are input, by name. */
  parameters: Readonly<Record<string, string>>;
  /** What serves it, where that is no procedure. */
  serve: RequestHandler | null;
  /** Whether its body may carry the content of text files. */
  takesTexts: boolean;
  /** Whether a ticket to follow the project in its path is good for it. */
  takesTickets: boolean;
};

/** What is known of a request while it is answered. */
export type RequestContext = {
  /** On the answer as `x-request-id`, in the log, and in every error. */
  requestId: string;
  /** Who calls; null until it is known. */
  caller: Caller | null;
  /** What the metrics call the request; requests of unknown paths share one name. */
  route: string;
  /** What serves the path; null for a path that is not documented. */
  matched: Route | null;
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
    matched: null,
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
