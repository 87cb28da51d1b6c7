import { randomBytes } from 'node:crypto';
import { AppError } from '../errors.ts';
import { newObjectId } from '../records/object-id.ts';
import { hasHash, secretHash } from '../secret-hash.ts';
import { type Invitation, mostInvitations, roleOf, type Workspace, withMember } from './workspace.ts';

/** What the link of an invitation contains: the id of the workspace, and 256 random bits in base64url. */
const form = /^([0-9a-f]{24})\.([\w-]{43})$/;

/** How long an invitation is valid: a person may be away for some days. */
const validMs = 7 * 24 * 60 * 60 * 1000;

/** Makes an invitation. `secret` is for its link; it cannot be read later. */
export function newInvitation(
  { email, role, invitedBy }: Pick<Invitation, 'email' | 'role' | 'invitedBy'>,
  workspaceId: string,
  now: Date,
): { invitation: Invitation; secret: string } {
  const secret = randomBytes(32).toString('base64url');
  const invitation = {
    ...{ _id: newObjectId(now), email, role, invitedBy, hash: secretHash(secret) },
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + validMs).toISOString(),
  };
  return { invitation, secret: `${workspaceId}.${secret}` };
}

/** The workspace that the secret of a link names; null if the text does not have the form of a secret. */
export function workspaceOfSecret(given: string): string | null {
  return form.exec(given)?.[1] ?? null;
}

/** The valid invitation to which the secret of a link belongs; null if there is none. */
export function invitationFor(workspace: Workspace, given: string, now: Date): Invitation | null {
  const [, workspaceId, secret] = form.exec(given) ?? [];
  if (secret === undefined || workspaceId !== workspace._id) return null;
  const found = workspace.invitations.find(({ hash }) => hasHash(secret, hash));
  return found !== undefined && isOpen(found, workspace, now) ? found : null;
}

/** Adds an invitation. An earlier invitation for the same email becomes invalid, and those that are not open are removed. */
export function withInvitation(workspace: Workspace, invitation: Invitation, now: Date): Workspace {
  const others = openInvitations(workspace, now).filter(({ email }) => email !== invitation.email);
  if (others.length >= mostInvitations) {
    throw new AppError('quota_exceeded', `a workspace can have at most ${mostInvitations} open invitations`);
  }
  return { ...workspace, invitations: [...others, invitation] };
}

/** Removes an invitation. Throws `invitation_not_found`. */
export function withoutInvitation(workspace: Workspace, id: string): Workspace {
  const invitations = workspace.invitations.filter(({ _id }) => _id !== id);
  if (invitations.length < workspace.invitations.length) return { ...workspace, invitations };
  throw new AppError('invitation_not_found', `the workspace has no invitation ${id}`);
}

/** Uses an invitation up: the person becomes a member with its role. Throws `link_invalid`. */
export function accepted(workspace: Workspace, secret: string, userId: string, now: Date): Workspace {
  const invitation = invitationFor(workspace, secret, now);
  if (invitation === null) throw invitationInvalid();
  const { role } = invitation;
  return withMember(withoutInvitation(workspace, invitation._id), { userId, role, since: now.toISOString() });
}

export function invitationInvalid(): AppError {
  return new AppError(
    'link_invalid',
    'the invitation is not valid: it has expired or was used, or its sender is no longer an admin; ask for a new one',
  );
}

export function openInvitations(workspace: Workspace, now: Date): Invitation[] {
  return workspace.invitations.filter((one) => isOpen(one, workspace, now));
}

/** Whether an invitation can be accepted. It ends when the person who made it is no longer an admin of the workspace. */
function isOpen({ expiresAt, invitedBy }: Invitation, workspace: Workspace, now: Date): boolean {
  return Date.parse(expiresAt) > now.getTime() && roleOf(workspace, invitedBy) === 'admin';
}
