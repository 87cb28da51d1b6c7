import { AppError } from '../../domain/errors.ts';
import { type Actor, unrestricted } from '../../domain/records/owned.ts';
import type { HttpDependencies } from '../dependencies.ts';
import type { Identify } from './authenticate.ts';

/** Identifies callers by the API tokens and the sessions of this service. */
export function identifyBy({
  services,
  accounts,
}: Pick<HttpDependencies, 'services' | 'accounts'>): Identify {
  return {
    async byToken(token, workspaceId) {
      const known = await services.tokens.verify(token);
      if (known === null) return null;
      const { actor, tokenId } = known;
      if (workspaceId !== null && workspaceId !== actor.workspaceId) throw workspaceNotFound();
      return { actor, via: 'token', credentialId: tokenId, key: keyOf(actor) };
    },
    async bySession(cookie, workspaceId) {
      const session = await accounts.session(cookie);
      if (session === null) return null;
      const own = unrestricted(session.user._id);
      const actor = workspaceId === null ? own : await services.workspaces.enter(own, workspaceId);
      if (actor === null) throw workspaceNotFound();
      return {
        caller: { actor, via: 'session', credentialId: session.sessionId, key: keyOf(actor) },
        cookies: session.cookies,
      };
    },
    async byTicket(ticket, projectId) {
      const actor = await services.events.holderOf(ticket, projectId);
      return actor && { actor, via: 'ticket', credentialId: null, key: keyOf(actor) };
    },
  };
}

function workspaceNotFound(): AppError {
  return new AppError(
    'workspace_not_found',
    'the workspace that the request names was not found: you are not a member, or the token is for another one',
  );
}

/** All tokens and sessions of a user share one key, and therefore one quota of requests. */
function keyOf({ userId }: Actor): string {
  return `user ${userId}`;
}
