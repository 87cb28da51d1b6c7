import type { Accounts } from '../../auth/port.ts';
import { AppError } from '../../domain/errors.ts';
import { type Actor, requireNoLimit } from '../../domain/records/owned.ts';
import {
  accepted,
  invitationFor,
  invitationInvalid,
  newInvitation,
  openInvitations,
  withInvitation,
  withoutInvitation,
  workspaceOfSecret,
} from '../../domain/workspaces/invitation.ts';
import { type Role, rightsOf } from '../../domain/workspaces/roles.ts';
import {
  type Invitation,
  type Member,
  mostWorkspaces,
  roleOf,
  type Workspace,
  withoutMember,
  withRole,
} from '../../domain/workspaces/workspace.ts';
import type { RequestCounter } from '../../limits/port.ts';
import type { AccountMail } from '../../notify/port.ts';
import type { Store } from '../../store/port.ts';
import { isShutOut } from '../../store/ports/auth.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Conditional, changeWorkspace, memberWorkspace, shownName, shownTo } from './workspaces.ts';

export type ShownMember = Member & { email: string; name: string };

/** An open invitation as an admin sees it: without its secret. `invitedBy` is an email. */
export type ShownInvitation = Omit<Invitation, 'hash'>;

/**
 * A new invitation. `link` is in the answer only if no mail was sent, for the reason in `problem`; it cannot be read
 * later.
 */
type SentInvitation = ShownInvitation & { sent: boolean; link: string | null; problem: string | null };

/** What a person sees before accepting an invitation. `email` is the one that was invited, `invitedBy` one too. */
type Offer = Pick<Invitation, 'email' | 'role' | 'invitedBy' | 'expiresAt'> & {
  workspace: string;
  isMember: boolean;
};

export type InvitationParts = {
  accounts: Pick<Accounts, 'usersWith'>;
  /** Null if the service sends no mail. */
  mail: AccountMail | null;
  /** The URL at which people reach the service. */
  publicUrl: string;
  counter: RequestCounter;
};

const hourMs = 60 * 60 * 1000;
/** The maximum number of mails to one address within an hour, so that no one can flood a mailbox. */
const mailsPerHour = 3;

export type MemberService = ReturnType<typeof memberService>;

/**
 * The members of the workspace in which a request acts, and the invitations to it. Every function that gets the id of a
 * workspace throws `workspace_not_found` for another one, and `role_missing` or `scope_missing` if the actor may not do
 * this. Changes apply from the next request on.
 */
export function memberService(
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
  { accounts, mail, publicUrl, counter }: InvitationParts,
) {
  async function shown(members: readonly Member[]): Promise<ShownMember[]> {
    const users = await accounts.usersWith(members.map(({ userId }) => userId));
    return members.map((member) => {
      const { email = '', name = '' } = users.get(member.userId) ?? {};
      return { ...member, email, name };
    });
  }

  async function emailOf(userId: string): Promise<string> {
    return (await accounts.usersWith([userId])).get(userId)?.email ?? userId;
  }

  /** Sends an invitation by mail. Returns why it was not sent; null if it was sent. */
  async function mailed(message: {
    to: string;
    link: string;
    workspace: string;
    inviter: string;
    expiresAt: string;
  }): Promise<string | null> {
    if (mail === null) return 'This service sends no mail';
    const { used } = await counter.count(`invitation mail ${message.to}`, hourMs);
    if (used > mailsPerHour) return `${mailsPerHour} mails were sent to this address within an hour`;
    const sent = await mail.send({ kind: 'workspace_invitation', service: publicUrl, ...message });
    return sent.outcome === 'delivered' ? null : sent.detail;
  }

  /** The workspace and the invitation that a link names. */
  async function offered(secret: string): Promise<{ workspace: Workspace; invitation: Invitation }> {
    const id = workspaceOfSecret(secret);
    const workspace = id === null ? null : await store.workspaces.get(id);
    const invitation = workspace && invitationFor(workspace, secret, clock.now());
    if (workspace === null || invitation === null) throw invitationInvalid();
    if (await isShutOut(store.auth, invitation.invitedBy)) throw invitationInvalid();
    return { workspace, invitation };
  }

  return {
    async list(actor: Actor, id: string) {
      requireNoLimit(actor);
      return shown((await memberWorkspace(actor, 'read', id, store)).members);
    },

    /**
     * A person who may not review any more loses the findings that are assigned to the person, like a removed member.
     * Throws `member_not_found` and `last_admin`.
     */
    async setRole(actor: Actor, id: string, userId: string, role: Role, options?: Conditional) {
      const change = (one: Workspace) => withRole(one, userId, role);
      const { members } = await changeWorkspace(actor, id, change, store, options);
      if (!rightsOf[role].includes('review')) await store.assignments.removeOf(id, userId);
      const [member] = await shown(members.filter((one) => one.userId === userId));
      if (member === undefined)
        throw new AppError('member_not_found', `the workspace has no member ${userId}`);
      return member;
    },

    /** Throws `member_not_found` and `last_admin`. */
    async remove(actor: Actor, id: string, userId: string, options?: Conditional) {
      await changeWorkspace(actor, id, (one) => withoutMember(one, userId), store, options);
      await store.assignments.removeOf(id, userId);
    },

    /** Ends the actor's own membership, whatever the role. Throws `last_admin`. */
    async leave(actor: Actor, id: string) {
      const { _id } = await memberWorkspace(actor, 'read', id, store);
      if (_id === actor.userId) throw new AppError('last_admin', 'you cannot leave your own workspace');
      await store.workspaces.update(_id, (one) => withoutMember(one, actor.userId));
      await store.assignments.removeOf(_id, actor.userId);
    },

    async invitations(actor: Actor, id: string) {
      const workspace = await memberWorkspace(actor, 'administer', id, store);
      const open = openInvitations(workspace, clock.now());
      const users = await accounts.usersWith(open.map(({ invitedBy }) => invitedBy));
      return open.map(({ hash: _, ...one }) => ({
        ...one,
        invitedBy: users.get(one.invitedBy)?.email ?? one.invitedBy,
      }));
    },

    /** Makes an invitation, which replaces an earlier one for the same email. Throws `quota_exceeded`. */
    async invite(actor: Actor, id: string, invited: { email: string; role: Role }): Promise<SentInvitation> {
      const { role } = invited;
      const email = invited.email.toLowerCase();
      const now = clock.now();
      const invitedBy = actor.userId;
      const { invitation, secret } = newInvitation({ email, role, invitedBy }, actor.workspaceId, now);
      const change = (one: Workspace) => withInvitation(one, invitation, now);
      const workspace = await changeWorkspace(actor, id, change, store);
      const link = invitationUrl(publicUrl, secret);
      const inviter = await emailOf(invitedBy);
      const { expiresAt } = invitation;
      const name = await shownName(workspace, undefined, store);
      const problem = await mailed({ to: email, link, workspace: name, inviter, expiresAt });
      const { hash: _, ...made } = invitation;
      return {
        ...made,
        invitedBy: inviter,
        ...{ sent: problem === null, link: problem === null ? null : link, problem },
      };
    },

    /** Throws `invitation_not_found`. */
    async withdraw(actor: Actor, id: string, invitationId: string, options?: Conditional) {
      await changeWorkspace(actor, id, (one) => withoutInvitation(one, invitationId), store, options);
    },

    /** What an invitation offers; the actor is null for a visitor. Throws `link_invalid`. */
    async offer(actor: Actor | null, secret: string): Promise<Offer> {
      const { workspace, invitation } = await offered(secret);
      const { email, role, expiresAt } = invitation;
      return {
        ...{ email, role, expiresAt },
        workspace: await shownName(workspace, actor?.userId, store),
        invitedBy: await emailOf(invitation.invitedBy),
        isMember: actor !== null && roleOf(workspace, actor.userId) !== null,
      };
    },

    /** Makes the actor a member with the role of the invitation, once. Throws `link_invalid` and `quota_exceeded`. */
    async accept(actor: Actor, secret: string) {
      const { workspace } = await offered(secret);
      await requireRoom(actor, store);
      const now = clock.now();
      const joined = await store.workspaces.update(workspace._id, (one) =>
        accepted(one, secret, actor.userId, now),
      );
      if (joined === null) throw invitationInvalid();
      return shownTo(actor, joined, store);
    },
  };
}

/** Throws `quota_exceeded` if the person is a member of as many workspaces as possible. */
async function requireRoom({ userId }: Actor, { workspaces }: Pick<Store, 'workspaces'>): Promise<void> {
  if ((await workspaces.ofMember(userId)).length < mostWorkspaces) return;
  throw new AppError('quota_exceeded', `a person can be a member of at most ${mostWorkspaces} workspaces`);
}

/** The URL of the page that accepts an invitation. The secret is in the fragment, which browsers send to no server. */
function invitationUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/join#${secret}`;
}
