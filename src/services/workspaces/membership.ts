import type { Actor } from '../../domain/records/owned.ts';
import type { Role } from '../../domain/workspaces/roles.ts';
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
