import { AppError } from '../../domain/errors.ts';
import { newObjectId } from '../../domain/records/object-id.ts';
import { type Actor, type Owned, requireOwned, requireRight } from '../../domain/records/owned.ts';
import { fewerThan } from '../../domain/records/quota.ts';
import type { Right } from '../../domain/records/rights.ts';
import { type Role, rightsOf } from '../../domain/workspaces/roles.ts';
import {
  newWorkspace,
  ownName,
  roleOf,
  unchangedOwn,
  type Workspace,
} from '../../domain/workspaces/workspace.ts';
import type { Store } from '../../store/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { removeRecords } from '../people/remove-person.ts';
import { type Expected, requireVersion } from '../records/expected.ts';
import { asMember } from './membership.ts';

/** The versions that the workspace may have. Otherwise a change throws `precondition_failed`. */
export type Conditional = { expected?: Expected };

/** A workspace as one of its members sees it. `isOwn` is true for the workspace that the person always has. */
export type ShownWorkspace = Pick<Workspace, '_id' | 'name' | 'createdAt'> & {
  role: Role;
  rights: Right[];
  isOwn: boolean;
  members: number;
};

/**
 * The workspaces of a person. A request acts in one workspace; every function that gets an id throws
 * `workspace_not_found` for another one, and `role_missing` or `scope_missing` if the actor may not do this.
 */
export function workspaceService({ store, clock, limits }: Pick<Dependencies, 'store' | 'clock' | 'limits'>) {
  const admit = fewerThan(limits.LIMIT_WORKSPACES, 'workspaces', 'delete one that you no longer need');

  return {
    /** The actor in another workspace, with the role there; null if the person is not a member of it. */
    enter: (actor: Actor, workspaceId: string) => asMember(store, { ...actor, workspaceId }),

    /** Lists the workspaces of which the person is a member, the own one first; for a token, only its workspace. */
    async list(actor: Actor) {
      const { userId, workspaceId, scopes } = actor;
      if (scopes !== null)
        return [await shownTo(actor, await memberWorkspace(actor, 'read', workspaceId, store), store)];
      const stored = await store.workspaces.ofMember(userId);
      const own = stored.find(({ _id }) => _id === userId) ?? unchangedOwn(userId);
      const all = [own, ...stored.filter(({ _id }) => _id !== userId)];
      return Promise.all(all.map((one) => shownTo(actor, one, store)));
    },

    /** Creates a workspace whose only member is the person. Throws `quota_exceeded`. */
    async create(actor: Actor, name: string, { recordId }: { recordId?: string } = {}) {
      const now = clock.now();
      const workspace = newWorkspace(recordId ?? newObjectId(now), actor.userId, name, now);
      const made = await store.workspaces.insert(workspace, admit);
      const stored = made ? workspace : await store.workspaces.get(workspace._id);
      if (stored === null) throw notFound(workspace._id);
      return shownTo(actor, stored, store);
    },

    /** The version of the workspace, which every change of its members, invitations, name and budget increases. */
    async version(actor: Actor, id: string) {
      return (await memberWorkspace(actor, 'read', id, store)).version;
    },

    async rename(actor: Actor, id: string, name: string, options?: Conditional) {
      const change = (current: Workspace) => ({ ...current, name });
      return shownTo(actor, await changeWorkspace(actor, id, change, store, options), store);
    },

    /**
     * Deletes a workspace that has no rule sets and projects. Throws `workspace_not_empty`, also for the own workspace,
     * which cannot be deleted.
     */
    async remove(actor: Actor, id: string, { expected }: Conditional = {}) {
      const { _id, version } = await memberWorkspace(actor, 'administer', id, store);
      requireVersion({ version }, expected);
      if (_id === actor.userId) throw notEmpty('your own workspace cannot be deleted');
      const one = { page: 1, pageSize: 1 };
      const [projects, politics] = await Promise.all([
        store.projects.list(_id, one),
        store.politics.list(_id, one),
      ]);
      if (projects.total + politics.total > 0) {
        throw notEmpty('the workspace has rule sets or projects: delete them first');
      }
      if (!(await store.workspaces.delete(_id, version)))
        throw new AppError(
          expected === undefined ? 'write_conflict' : 'precondition_failed',
          `the workspace ${_id} was changed or deleted meanwhile: read it again before you delete it`,
        );
      // A record that another request has added meanwhile is in no workspace that a person can enter.
      await removeRecords(_id, store);
      await store.deleteWorkspaceRemains(_id);
    },
  };
}

/**
 * Returns the workspace in which the actor acts, if the actor has the right. Throws `workspace_not_found` for any other
 * id.
 */
export async function memberWorkspace<Needed extends Right>(
  actor: Actor,
  right: Needed,
  id: string,
  { workspaces }: Pick<Store, 'workspaces'>,
): Promise<Owned<Workspace, Needed>> {
  const here = id === actor.workspaceId;
  const stored = here ? await workspaces.get(id) : null;
  const workspace = stored ?? (here && id === actor.userId ? unchangedOwn(id) : null);
  return requireOwned(actor, right, workspace, 'workspace_not_found', notFound(id).message);
}

/**
 * Changes the workspace in which the actor acts, who must be an admin at that moment. `change` must be pure, like every
 * `Change`.
 */
export async function changeWorkspace(
  actor: Actor,
  id: string,
  change: (current: Workspace) => Workspace,
  store: Pick<Store, 'workspaces'>,
  { expected }: Conditional = {},
): Promise<Workspace> {
  const { _id } = await memberWorkspace(actor, 'administer', id, store);
  if (_id === actor.userId) await store.workspaces.insert(unchangedOwn(_id));
  const changed = await store.workspaces.update(_id, (current) => {
    const role = roleOf(current, actor.userId);
    if (role === null) throw notFound(id);
    requireRight({ ...actor, role }, 'administer');
    requireVersion(current, expected);
    return change(current);
  });
  if (changed === null) throw notFound(id);
  return changed;
}

/**
 * The name of a workspace for a person. Everybody's own workspace is called alike at first, so others see whose it is.
 */
export async function shownName(
  { _id, name }: Workspace,
  viewer: string | undefined,
  { auth }: Pick<Store, 'auth'>,
): Promise<string> {
  if (name !== ownName || _id === viewer) return name;
  const [owner] = await auth.find('user', { field: 'id', values: [_id] });
  return owner ? `${owner.name || owner.email}’s workspace` : name;
}

export async function shownTo(
  { userId }: Pick<Actor, 'userId'>,
  workspace: Workspace,
  store: Pick<Store, 'auth'>,
): Promise<ShownWorkspace> {
  const { _id, members, createdAt } = workspace;
  const role = roleOf(workspace, userId);
  if (role === null) throw notFound(_id);
  const name = await shownName(workspace, userId, store);
  const shown = { _id, name, role, createdAt };
  return { ...shown, rights: [...rightsOf[role]], isOwn: _id === userId, members: members.length };
}

function notFound(id: string): AppError {
  return new AppError(
    'workspace_not_found',
    `workspace ${id} was not found: you are not a member, or the request acts in another workspace`,
  );
}

function notEmpty(message: string): AppError {
  return new AppError('workspace_not_empty', message);
}
