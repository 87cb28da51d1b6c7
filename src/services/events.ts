import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../domain/errors.ts';
import type { ProjectStatus } from '../domain/project.ts';
import type { Actor } from '../domain/records/owned.ts';
import type { RunHead } from '../domain/runs/run.ts';
import { tokenState } from '../domain/token.ts';
import { isShutOut } from '../store/ports/auth.ts';
import type { Dependencies } from './dependencies.ts';
import type { ProjectService } from './projects.ts';
import { asMember } from './workspaces/membership.ts';

/** A project's state. `id` is different after every change of the state. */
export type ProjectState = { id: string; status: ProjectStatus; run: RunHead | null };

type EventTicket = { ticket: string; expiresAt: string };

const lookEveryMs = 400;
const ticketMs = 60_000;

/**
 * Follows the changes of projects by reading the store, so that a server also reports changes that other processes
 * make. Throws `project_not_found` for a project of another user.
 */
export function eventService({ store, clock, tickets }: Dependencies, projects: Pick<ProjectService, 'get'>) {
  async function stateOf(follower: Actor, projectId: string, tokenId: string | null): Promise<ProjectState> {
    if (await isShutOut(store.auth, follower.userId)) {
      throw new AppError('unauthenticated', 'the account is disabled');
    }
    const token = tokenId === null ? null : await store.tokens.find(tokenId);
    if (tokenId !== null && (token === null || tokenState(token, clock.now()) !== 'active')) {
      throw new AppError('unauthenticated', 'the API token was revoked or has expired');
    }
    const actor = await asMember(store, follower);
    if (actor === null) throw new AppError('unauthenticated', 'you are no longer a member of the workspace');
    const project = await projects.get(actor, projectId);
    const { items } = await store.runs.list(actor.workspaceId, project._id, { page: 1, pageSize: 1 });
    const [run = null] = items.filter(({ _id }) => _id === project.runId);
    return { id: `${project.version}.${run?.version ?? 0}`, status: project.status, run };
  }

  return {
    /**
     * Yields the project's state now and after each change, until `signal` is aborted. Throws `project_not_found` once
     * the project is deleted, and `unauthenticated` once the user is disabled or no longer a member of the workspace, or
     * the token with the id `tokenId` is revoked or expired.
     */
    async *follow(
      actor: Actor,
      projectId: string,
      { signal, tokenId }: { signal: AbortSignal; tokenId: string | null },
    ) {
      let known: string | null = null;
      while (!signal.aborted) {
        const state = await stateOf(actor, projectId, tokenId);
        if (state.id !== known) yield state;
        known = state.id;
        await wait(lookEveryMs, undefined, { signal }).catch(() => undefined);
      }
    },

    /** Creates a ticket for following the project. The ticket is valid for one minute. */
    async ticket(actor: Actor, projectId: string): Promise<EventTicket> {
      const project = await projects.get(actor, projectId);
      const until = new Date(clock.now().getTime() + ticketMs);
      return { ticket: tickets.make(actor, project._id, until), expiresAt: until.toISOString() };
    },

    /**
     * Returns the user for whom the ticket was created; null if the ticket is invalid, has expired or is for another
     * project, or the user is no longer a member of the workspace.
     */
    async holderOf(ticket: string, projectId: string) {
      const holder = tickets.holderOf(ticket, projectId.toLowerCase(), clock.now());
      if (holder === null) return null;
      const limit = { kind: 'project', id: projectId.toLowerCase() } as const;
      return asMember(store, { ...holder, scopes: ['read'], limit });
    },
  };
}
