import type { Identify } from './authenticate.ts';
import type { HttpParts } from './parts.ts';

/** Callers by the API tokens and the sessions of this service. */
export function identifyBy({ services, accounts }: Pick<HttpParts, 'services' | 'accounts'>): Identify {
  return {
    async byToken(token) {
      const known = await services.tokens.verify(token);
      return known && { actor: known.actor, via: 'token', key: `token ${known.tokenId}` };
    },
    async bySession(cookie) {
      const session = await accounts.session(cookie);
      if (session === null) return null;
      const { user, sessionId } = session;
      return { actor: { userId: user._id }, via: 'session', key: `session ${sessionId}` };
    },
    byTicket(ticket, projectId) {
      const actor = services.events.holderOf(ticket, projectId);
      return actor && { actor, via: 'ticket', key: `ticket ${actor.userId}` };
    },
  };
}
