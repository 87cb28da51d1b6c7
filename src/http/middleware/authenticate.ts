import type { NextFunction, Request, Response } from 'express';
import type { Caller } from '../../api/caller.ts';
import { AppError } from '../../domain/errors.ts';
import { contextOf } from './request-context.ts';

/** Who stands behind a token or a session cookie; null when nobody does. */
export interface Identify {
  byToken(token: string): Promise<Caller | null>;
  bySession(cookie: string): Promise<Caller | null>;
  /** By leave to follow the one project. */
  byTicket(ticket: string, projectId: string): Caller | null;
}

/**
 * Finds out who calls: by the header `api-token`, by `Authorization: Bearer`, by a ticket, else by the session cookie.
 * A token that is there and wrong is never made good by a cookie.
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

/** Lets only known callers pass: everything behind it, unknown paths too, is 401 for others. */
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
 * Refuses a session that a page of another site uses. Programs send none of the headers that tell; browsers send them
 * by themselves and pages can't change them.
 */
export function refuseOtherSites(publicOrigin: string) {
  return (req: Request, _res: Response, next: NextFunction) => {
    if (contextOf(req).caller?.via !== 'session' || !fromOtherSite(req, publicOrigin)) return next();
    throw new AppError('forbidden', 'the request comes from a page of another site');
  };
}

/** Whether a browser says that a page of another site sent the request. A link to us from there is no such request. */
export function fromOtherSite(req: Request, publicOrigin: string): boolean {
  const { origin } = req.headers;
  if (origin !== undefined) return origin !== publicOrigin && !isOriginOf(origin, req.headers.host);
  const site = req.headers['sec-fetch-site'];
  return req.method !== 'GET' && req.method !== 'HEAD' && (site === 'cross-site' || site === 'same-site');
}

function isOriginOf(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** A ticket counts for the events of the project in the path and for nothing else. */
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
