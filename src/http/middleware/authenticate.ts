import { isIP } from 'node:net';
import type { NextFunction, Request, Response } from 'express';
import type { Caller } from '../../api/caller.ts';
import type { Cookies } from '../../auth/port.ts';
import { AppError } from '../../domain/errors.ts';
import { contextOf } from './request-context.ts';

/**
 * Finds the caller that a token, a session cookie or a ticket belongs to. Each method returns null if its argument is
 * not valid.
 */
export interface Identify {
  /** `workspaceId` is the workspace that the request names. Throws `workspace_not_found` if the token is for another. */
  byToken(token: string, workspaceId: string | null): Promise<Caller | null>;
  /**
   * `cookies` renew the session in the browser; there are none most of the time. The person acts in the workspace that
   * the request names, otherwise in the own one. Throws `workspace_not_found` if the person is not a member of it.
   */
  bySession(cookie: string, workspaceId: string | null): Promise<{ caller: Caller; cookies: Cookies } | null>;
  /** Finds the caller that a ticket for the events of the project belongs to. */
  byTicket(ticket: string, projectId: string): Promise<Caller | null>;
}

/**
 * Identifies the caller by the first of these that the request has: a token in the header `api-token` or
 * `Authorization: Bearer`, a ticket, the session cookie. So an invalid token leaves the caller unknown even if the
 * cookie is valid.
 */
export function authenticate(identify: Identify) {
  return async (req: Request, res: Response, next: NextFunction): Promise<void> => {
    const token = tokenOf(req);
    const { cookie } = req.headers;
    const context = contextOf(req);
    const ticket = ticketOf(req);
    if (token !== null) context.caller = await identify.byToken(token, workspaceOf(req));
    else if (ticket !== null) context.caller = await identify.byTicket(ticket.ticket, ticket.projectId);
    else if (cookie !== undefined) {
      const session = await identify.bySession(cookie, workspaceOf(req));
      context.caller = session?.caller ?? null;
      for (const renewed of session?.cookies ?? []) res.append('Set-Cookie', renewed);
    }
    next();
  };
}

/**
 * Admits only authenticated callers, except to public paths. Other callers get 401 for every other path, even for an
 * unknown one.
 */
export function requireCaller(req: Request, _res: Response, next: NextFunction) {
  const { caller, matched } = contextOf(req);
  if (caller !== null || matched?.isPublic) return next();
  const sent = tokenOf(req) !== null;
  throw new AppError(
    'unauthenticated',
    sent
      ? 'the API token is not valid: it may be mistyped, expired or revoked'
      : 'send an API token in the header api-token; create one on the dashboard',
  );
}

/**
 * Refuses requests that a page of another site sends with the user's session. The headers that show the origin of a
 * request can be trusted, because the browser sets them and pages cannot change them.
 */
export function refuseOtherSites(publicOrigin: string) {
  return (req: Request, _res: Response, next: NextFunction) => {
    if (contextOf(req).caller?.via !== 'session' || !fromOtherSite(req, publicOrigin)) return next();
    throw new AppError('forbidden', 'the request comes from a page of another site');
  };
}

/**
 * Whether the headers that the browser sets say that a page of another site sent the request. Following a link from
 * another site does not count.
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

/**
 * Whether a page sent the request whose host is neither that of PUBLIC_URL nor `localhost` or an IP address. The owner of
 * such a name can let it point to this server, so that a page of the owner seems to be a page of this server.
 */
export function fromUnknownHost({ headers: { origin } }: Request, publicOrigin: string): boolean {
  if (origin === undefined || origin === publicOrigin) return false;
  const host = URL.canParse(origin) ? new URL(origin).hostname : '';
  return !/(?:^|\.)localhost$/.test(host) && isIP(host.replace(/^\[|\]$/g, '')) === 0;
}

/**
 * Returns the ticket of a request for the events of a project, and the project in the path; null for any other request.
 */
function ticketOf(req: Request): { ticket: string; projectId: string } | null {
  const { matched } = contextOf(req);
  const { ticket } = req.query;
  if (!matched?.takesTickets || typeof ticket !== 'string') return null;
  return { ticket, projectId: matched.parameters.id ?? '' };
}

/**
 * The workspace that the request names: in the header `workspace`, or in the query of a link in a page, because a browser
 * sends no header when it follows a link.
 */
function workspaceOf(req: Request): string | null {
  const header = req.get('workspace');
  if (header !== undefined) return header.trim().toLowerCase();
  const { workspace } = req.query;
  const isLink = req.method === 'GET' && typeof contextOf(req).matched?.serve === 'function';
  return isLink && typeof workspace === 'string' ? workspace.toLowerCase() : null;
}

function tokenOf(req: Request): string | null {
  const header = req.headers['api-token'];
  if (typeof header === 'string' && header.trim() !== '') return header.trim();
  const [scheme = '', value = ''] = (req.headers.authorization ?? '').trim().split(/\s+/, 2);
  return scheme.toLowerCase() === 'bearer' && value !== '' ? value : null;
}
