import type { AssetStore } from '../../assets/port.ts';
import type { Accounts } from '../../auth/port.ts';
import { AppError } from '../../domain/errors.ts';
import {
  mostWorkspaces,
  unchangedOwn,
  withMember,
  withoutAccount,
} from '../../domain/workspaces/workspace.ts';
import type { Store } from '../../store/port.ts';
import { removeUnused } from '../files/unused-files.ts';

/** What goes with an account: the contents of the workspaces that have no other members, and the valid tokens. */
export type Belongings = {
  politics: number;
  projects: number;
  runs: number;
  tokens: number;
  files: number;
  storedBytes: number;
};

type Removed = { projects: number; politics: number; left: string[] };

const pageSize = 100;

/** Counts what would be removed with an account. */
export async function belongingsOf(userId: string, store: Store): Promise<Belongings> {
  const tokens = (await store.tokens.list(userId)).filter(({ revokedAt }) => revokedAt === null).length;
  const all = { politics: 0, projects: 0, runs: 0, tokens, files: 0, storedBytes: 0 };
  for (const id of await aloneIn(userId, store)) {
    const { politics, projects } = await totalsOf(id, store);
    all.politics += politics;
    all.projects += projects;
    all.runs += (await store.runs.usage(id)).runs;
    all.files += (await store.fileSizes.of(id)).length;
    all.storedBytes += await store.fileSizes.total(id);
  }
  return all;
}

/**
 * Removes a user, the account last, so that an interrupted removal can be repeated. The account must be disabled, so
 * that nothing is added meanwhile. A workspace without other members is removed with its records and files or, with an
 * heir, keeps everything and gets the heir as its admin. The records of other workspaces stay, also those that the user
 * created. Tokens are revoked, and the audit logs stay. Throws what `requireRemovable` throws. Returns the number of
 * removed records, and the workspaces that the user has left.
 */
export async function removePerson(
  userId: string,
  heirId: string | null,
  { accounts, store, assets }: { accounts: Accounts; store: Store; assets: AssetStore },
): Promise<Removed> {
  const now = new Date();
  await requireRemovable(userId, heirId, store);
  if (heirId !== null)
    await handOver({ _id: userId, name: await accounts.nameOf(userId) }, heirId, store, now);
  const alone = await aloneIn(userId, store);
  for (const { _id } of await store.tokens.list(userId)) await store.tokens.revoke(userId, _id, now);
  const left: string[] = [];
  for (const { _id } of await store.workspaces.ofMember(userId)) {
    if (alone.includes(_id)) continue;
    await store.workspaces.update(_id, (one) => withoutAccount(one, userId));
    await store.assignments.removeOf(_id, userId);
    left.push(_id);
  }
  let projects = 0;
  let politics = 0;
  for (const id of alone) {
    const removed = await removeRecords(id, store);
    projects += removed.projects;
    politics += removed.politics;
    await removeUnused(await store.fileSizes.of(id), { store, assets });
    await store.deleteWorkspaceRemains(id);
    await store.workspaces.delete(id);
  }
  await store.deletePersonRemains(userId);
  await accounts.remove(userId);
  return { projects, politics, left };
}

/**
 * Throws `last_admin` if a workspace with other members would be left without an admin, and `quota_exceeded` if the heir
 * could become a member of too many workspaces.
 */
export async function requireRemovable(userId: string, heirId: string | null, store: Store): Promise<void> {
  for (const { _id, name, members } of await store.workspaces.ofMember(userId)) {
    const others = members.filter((member) => member.userId !== userId);
    if (others.length === 0 || others.some(({ role }) => role === 'admin')) continue;
    throw new AppError(
      'last_admin',
      `the account is the only admin of the workspace ${name} (${_id}), which has other members: make another member an admin first, under Members or with proviso user appoint`,
    );
  }
  if (heirId === null) return;
  const [handed, held] = await Promise.all([aloneIn(userId, store), store.workspaces.ofMember(heirId)]);
  if (handed.length + held.length > mostWorkspaces)
    throw new AppError(
      'quota_exceeded',
      `a person can be a member of at most ${mostWorkspaces} workspaces: choose another person`,
    );
}

/** Makes the heir an admin of each workspace that has records and no other member. */
async function handOver(
  person: { _id: string; name: string },
  heirId: string,
  store: Store,
  now: Date,
): Promise<void> {
  const own = unchangedOwn(person._id);
  const heir = { userId: heirId, role: 'admin', since: now.toISOString() } as const;
  for (const id of await aloneIn(person._id, store)) {
    const { politics, projects } = await totalsOf(id, store);
    if (politics + projects === 0) continue;
    if (id === person._id) await store.workspaces.insert(own);
    await store.workspaces.update(id, (one) =>
      withMember({ ...one, name: one.name === own.name ? person.name : one.name }, heir),
    );
  }
}

/** The ids of the workspaces without other members. The own one is stored only after its first change. */
async function aloneIn(userId: string, { workspaces }: Pick<Store, 'workspaces'>): Promise<string[]> {
  const stored = await workspaces.ofMember(userId);
  const alone = stored.filter(({ members }) => members.length === 1).map(({ _id }) => _id);
  return stored.some(({ _id }) => _id === userId) ? alone : [userId, ...alone];
}

async function totalsOf(workspaceId: string, store: Store): Promise<{ politics: number; projects: number }> {
  const one = { page: 1, pageSize: 1 };
  const [politics, projects] = await Promise.all([
    store.politics.list(workspaceId, one),
    store.projects.list(workspaceId, one),
  ]);
  return { politics: politics.total, projects: projects.total };
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
