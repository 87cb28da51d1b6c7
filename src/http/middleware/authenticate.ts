import type { NextFunction, Request, Response } from 'express';
import type { Caller } from '../../api/caller.ts';
import { AppError } from '../../domain/errors.ts';
import { contextOf } from './request-context.ts';

/** Finds the caller behind a token, a session cookie or a ticket; null if it is not valid. */
export interface Identify {
  byToken(token: string): Promise<Caller | null>;
  bySession(cookie: string): Promise<Caller | null>;
  /** The caller behind a ticket for the events of the project. */
  byTicket(ticket: string, projectId: string): Caller | null;
}

/**
 * Identifies the caller by the header `api-token`, by `Authorization: Bearer`, by a ticket, or else by the session
 * cookie. A request with an invalid token is refused even if its cookie is valid.
 */
export function authenticate(identify: Identify) {
  return async (req: Request, _res: Response, next: NextFunction): Promise<void> => {
    const token = tokenOf(req);
    const { cookie } = req.headers;
    const context = contextOf(req);
    const ticket = ticketOf(req);
    if (token !== null) context.caller = await identify.byToken(token);
    else if (ticket !== null) context.caller = identify.byTicket(ticket.ticket, ticket.projectId);
    else if (cookie !== undefined) context.caller = await identify.bySession(cookie);
    next();
  };
}

/** Admits only authenticated callers. Other callers get 401 for every path, even for an unknown one. */
export function requireCaller(req: Request, _res: Response, next: NextFunction) {
  if (contextOf(req).caller !== null) return next();
  const sent = tokenOf(req) !== null;
  throw new AppError(
    'unauthenticated',
    sent
      ? 'the API token is not valid: it may be mistyped, expired or revoked'
      : 'send an API token in the header api-token; create one on the dashboard',
  );
}

/**
 * Refuses requests that a page of another site sends with the user's session. Browsers set the headers that show where
 * a request comes from, and pages cannot change these headers.
 */
export function refuseOtherSites(publicOrigin: string) {
  return (req: Request, _res: Response, next: NextFunction) => {
    if (contextOf(req).caller?.via !== 'session' || !fromOtherSite(req, publicOrigin)) return next();
    throw new AppError('forbidden', 'the request comes from a page of another site');
  };
}

/**
 * Whether the browser says that a page of another site sent the request. A click on a link from another site to this
 * one does not count.
 */
export function fromOtherSite(req: Request, publicOrigin: string): boolean {
  const { origin } = req.headers;
  if (origin !== undefined) return origin !== publicOrigin && !isOriginOf(origin, req.headers.host);
  const site = req.headers['sec-fetch-site'];
  return req.method !== 'GET' && req.method !== 'HEAD' && (site === 'cross-site' || site === 'same-site');
}

function isOriginOf(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** The ticket of a request for the events of a project, and the project in the path; null for any other request. */
function ticketOf(req: Request): { ticket: string; projectId: string } | null {
  const { matched } = contextOf(req);
  const { ticket } = req.query;
  if (!matched?.takesTickets || typeof ticket !== 'string') return null;
  return { ticket, projectId: matched.parameters.id ?? '' };
}

function tokenOf(req: Request): string | null {
  const header = req.headers['api-token'];
  if (typeof header === 'string' && header.trim() !== '') return header.trim();
  const [scheme = '', value = ''] = (req.headers.authorization ?? '').trim().split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' && value !== '' ? value : null;
}
