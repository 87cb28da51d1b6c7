import type { Actor } from '../../domain/records/owned.ts';
import type { HttpDependencies } from '../dependencies.ts';
import type { Identify } from './authenticate.ts';

/** Identifies callers by the API tokens and the sessions of this service. */
export function identifyBy({
  services,
  accounts,
}: Pick<HttpDependencies, 'services' | 'accounts'>): Identify {
  return {
    async byToken(token) {
      const known = await services.tokens.verify(token);
      return known && { actor: known.actor, via: 'token', key: keyOf(known.actor) };
    },
    async bySession(cookie) {
      const session = await accounts.session(cookie);
      if (session === null) return null;
      const actor = { userId: session.user._id };
      return { caller: { actor, via: 'session', key: keyOf(actor) }, cookies: session.cookies };
    },
    byTicket(ticket, projectId) {
      const actor = services.events.holderOf(ticket, projectId);
      return actor && { actor, via: 'ticket', key: keyOf(actor) };
    },
  };
}

/** All tokens and sessions of a user share one key, and therefore one quota of requests. */
function keyOf({ userId }: Actor): string {
  return `user ${userId}`;
}
