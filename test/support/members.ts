import { unrestricted } from '../../src/domain/records/owned.ts';
import type { Role } from '../../src/domain/workspaces/roles.ts';
import { unchangedOwn, withMember } from '../../src/domain/workspaces/workspace.ts';
import { send, type TestServer, type TestUser } from './server.ts';

/** Makes a user a member of the owner's workspace. Returns the user with a token there. */
export async function joined(
  { services, dependencies, owner, address }: TestServer,
  { actor, email }: TestUser,
  role: Role,
): Promise<TestUser> {
  const workspaceId = owner.actor.userId;
  const { workspaces } = dependencies.store;
  await workspaces.insert(unchangedOwn(workspaceId));
  const member = { userId: actor.userId, role, since: new Date().toISOString() };
  await workspaces.update(workspaceId, (current) => withMember(current, member));
  const there = { ...unrestricted(actor.userId), workspaceId };
  const { secret } = await services.tokens.create(there, { name: 'of the member' });
  return {
    ...{ actor: { ...there, role }, email, token: secret },
    request: (method, path, options = {}) =>
      send(address, method, path, { ...options, headers: { 'api-token': secret, ...options.headers } }),
  };
}
