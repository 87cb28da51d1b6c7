import type { Accounts } from '../../auth/port.ts';
import { AppError } from '../../domain/errors.ts';
import { type Workspace, withoutAccount } from '../../domain/workspaces/workspace.ts';
import type { Store } from '../../store/port.ts';

const pageSize = 100;

/**
 * Removes a user, the account last, so that an interrupted removal can be repeated. The account must be disabled, so
 * that nothing is added meanwhile. A workspace without other members is removed with everything in it; the records of
 * other workspaces stay, also those that the user created. Tokens are revoked, and the audit logs stay. Uploaded files
 * are removed by housekeeping, because nothing refers to them any more. Throws `last_admin`, and changes nothing, if a
 * workspace with other members would have
 * no admin. Returns the number of removed records, and the workspaces that the user has left.
 */
export async function removePerson(
  userId: string,
  { accounts, store }: { accounts: Accounts; store: Store },
): Promise<{ projects: number; politics: number; left: string[] }> {
  const now = new Date();
  const workspaces = await store.workspaces.ofMember(userId);
  const shared = workspaces.filter(({ members }) => members.length > 1);
  for (const workspace of shared) requireOtherAdmin(workspace, userId);
  for (const { _id } of await store.tokens.list(userId)) await store.tokens.revoke(userId, _id, now);
  for (const { _id } of shared) {
    await store.workspaces.update(_id, (one) => withoutAccount(one, userId));
    await store.assignments.removeOf(_id, userId);
  }
  let projects = 0;
  let politics = 0;
  const left = shared.map(({ _id }) => _id);
  for (const id of new Set([userId, ...workspaces.map(({ _id }) => _id)])) {
    if (left.includes(id)) continue;
    const removed = await removeRecords(id, store);
    projects += removed.projects;
    politics += removed.politics;
    await store.deleteWorkspaceRemains(id);
    await store.workspaces.delete(id);
  }
  await store.deletePersonRemains(userId);
  await accounts.remove(userId);
  return { projects, politics, left };
}

/** Removes the projects and rule sets of a workspace. Returns how many there were. Can be repeated. */
export async function removeRecords(
  workspaceId: string,
  store: Store,
): Promise<{ projects: number; politics: number }> {
  let projects = 0;
  for (;;) {
    const { items } = await store.projects.list(workspaceId, { page: 1, pageSize });
    if (items.length === 0) break;
    for (const { _id } of items) {
      await store.projects.delete(workspaceId, _id);
      await store.deleteProjectRemains(workspaceId, _id);
      projects += 1;
    }
  }
  let politics = 0;
  for (;;) {
    const { items } = await store.politics.list(workspaceId, { page: 1, pageSize });
    if (items.length === 0) break;
    for (const { _id } of items) if (await store.politics.delete(workspaceId, _id)) politics += 1;
  }
  return { projects, politics };
}

function requireOtherAdmin({ _id, name, members }: Workspace, userId: string): void {
  if (members.some((member) => member.role === 'admin' && member.userId !== userId)) return;
  throw new AppError(
    'last_admin',
    `the account is the only admin of the workspace ${name} (${_id}), which has other members: enable the account and make another member an admin first`,
  );
}
