import type { Caps } from '../budget.ts';
import { AppError } from '../errors.ts';
import { firstStamp, type Versioned } from '../records/versioned.ts';
import type { Role } from './roles.ts';

/** A person in a workspace. `since` is an ISO 8601 time. */
export type Member = { userId: string; role: Role; since: string };

/** An invitation that was not accepted yet. `hash` is the SHA-256 of its secret in hex. */
export type Invitation = {
  _id: string;
  email: string;
  role: Role;
  hash: string;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
};

/**
 * The people who share records, and what each may do. All of this is one record, so that every change of members is
 * atomic on every store. `workspaceId` is the id of the workspace itself, and `userId` the person who created it.
 */
export type Workspace = Versioned & {
  userId: string;
  name: string;
  members: readonly Member[];
  invitations: readonly Invitation[];
  /** What all members together may spend on models in a month in this workspace; null if there is no cap. */
  caps: Caps | null;
};

/** The maximum numbers of members and of open invitations, because both are in one record. */
export const mostMembers = 200;
export const mostInvitations = 100;
/** The maximum number of workspaces of which a person can be a member. */
export const mostWorkspaces = 100;

/** A new workspace, whose only member is its creator. The id of a person's own workspace is that of the person. */
export function newWorkspace(id: string, userId: string, name: string, now: Date): Workspace {
  return {
    _id: id,
    workspaceId: id,
    userId,
    ...firstStamp(now),
    name,
    members: [{ userId, role: 'admin', since: now.toISOString() }],
    invitations: [],
    caps: null,
  };
}

/** The name of a person's own workspace until somebody renames it. Other people see the name of the person instead. */
export const ownName = 'My workspace';

/**
 * A person's own workspace before its first change, such as an invitation: until then it is not stored.
 */
export function unchangedOwn(userId: string): Workspace {
  const since = new Date(Number.parseInt(userId.slice(0, 8), 16) * 1000);
  return newWorkspace(userId, userId, ownName, since);
}

/** The role of a person in the workspace; null if the person is not a member. */
export function roleOf({ members }: Workspace, userId: string): Role | null {
  return members.find((member) => member.userId === userId)?.role ?? null;
}

/**
 * Changes the role of a member. Throws `member_not_found`, and `last_admin` if no member would be an admin or if the member
 * would lose the role of admin in the own workspace.
 */
export function withRole(workspace: Workspace, userId: string, role: Role): Workspace {
  requireMember(workspace, userId);
  const members = workspace.members.map((one) => (one.userId === userId ? { ...one, role } : one));
  if (role !== 'admin') refuseForOwner(workspace, userId);
  return withAdmin({ ...workspace, members });
}

/**
 * Removes a member. Throws `member_not_found`, and `last_admin` if no member would be an admin or if it is the own workspace
 * of the member.
 */
export function withoutMember(workspace: Workspace, userId: string): Workspace {
  requireMember(workspace, userId);
  refuseForOwner(workspace, userId);
  return withoutAccount(workspace, userId);
}

/** Removes a member whose account is removed. Throws `last_admin` if members would be left without an admin. */
export function withoutAccount(workspace: Workspace, userId: string): Workspace {
  const members = workspace.members.filter((member) => member.userId !== userId);
  return withAdmin({ ...workspace, members });
}

/** Adds a member who has accepted an invitation. A person who is a member already keeps the role. */
export function withMember(workspace: Workspace, member: Member): Workspace {
  if (roleOf(workspace, member.userId) !== null) return workspace;
  if (workspace.members.length >= mostMembers) {
    throw new AppError('quota_exceeded', `a workspace can have at most ${mostMembers} members`);
  }
  return { ...workspace, members: [...workspace.members, member] };
}

function requireMember(workspace: Workspace, userId: string): void {
  if (roleOf(workspace, userId) !== null) return;
  throw new AppError('member_not_found', `the workspace has no member ${userId}`);
}

function refuseForOwner({ _id }: Workspace, userId: string): void {
  if (_id !== userId) return;
  throw new AppError('last_admin', 'this is the own workspace of the member, who always stays its admin');
}

function withAdmin(workspace: Workspace): Workspace {
  if (workspace.members.some(({ role }) => role === 'admin')) return workspace;
  throw new AppError('last_admin', 'a workspace needs an admin: make another member an admin first');
}
