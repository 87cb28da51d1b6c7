import type { Actor } from '../../domain/records/owned.ts';
import { type Role, rightsOf } from '../../domain/workspaces/roles.ts';
import { roleOf } from '../../domain/workspaces/workspace.ts';
import type { Store } from '../../store/port.ts';

/**
 * The present role of a person in a workspace; null if the person is not a member. In the own workspace, a person is
 * always an admin.
 */
export async function roleIn(
  { workspaces }: Pick<Store, 'workspaces'>,
  userId: string,
  workspaceId: string,
): Promise<Role | null> {
  if (workspaceId === userId) return 'admin';
  const workspace = await workspaces.get(workspaceId);
  return workspace && roleOf(workspace, userId);
}

/** The actor with the present role; null if the person is not a member of the workspace. */
export async function asMember(
  store: Pick<Store, 'workspaces'>,
  actor: Omit<Actor, 'role'>,
): Promise<Actor | null> {
  const role = await roleIn(store, actor.userId, actor.workspaceId);
  return role && { ...actor, role };
}

/**
 * The members of a workspace who may review findings: the names under which other people see them, by their ids. A
 * person whose own workspace is not stored is alone in it.
 */
export async function reviewersOf(
  { workspaces, auth }: Pick<Store, 'workspaces' | 'auth'>,
  workspaceId: string,
): Promise<Map<string, string>> {
  const members = (await workspaces.get(workspaceId))?.members;
  const reviewers = members?.filter(({ role }) => rightsOf[role].includes('review'));
  const values = reviewers?.map(({ userId }) => userId) ?? [workspaceId];
  const users = await auth.find('user', { field: 'id', values });
  return new Map(users.map(({ id, email }) => [String(id), String(email)]));
}
