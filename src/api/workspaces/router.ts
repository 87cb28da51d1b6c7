import { z } from 'zod';
import { answered, done, gone, one } from '../answers.ts';
import { changing } from '../changing.ts';
import { idOf, strict } from '../fields.ts';
import { tagOf } from '../tags.ts';
import { endpoint, type Meta, publicProcedure, router, sessionProcedure } from '../trpc.ts';
import { monthlyUsage } from '../usage/schemas.ts';
import {
  memberRecord,
  memberRoleInput,
  offerRecord,
  secretInput,
  sentInvitation,
  workspaceBudgetInput,
  workspaceCreateInput,
  workspaceInvitation,
  workspaceInviteInput,
  workspaceRecord,
  workspaceRef,
  workspaceRenameInput,
} from './schemas.ts';

const monthlyUsageDone = done(monthlyUsage);
const memberDone = done(memberRecord);

/** What the changes of a member have in common. */
const change = {
  errors: ['workspace_not_found', 'member_not_found', 'last_admin', 'write_conflict', 'precondition_failed'],
  idempotent: true,
  tagged: true,
} satisfies Meta;

const workspaceDone = done(workspaceRecord);

export const workspacesRouter = router({
  list: endpoint('read', 'GET', '/workspaces', {
    summary: 'List your workspaces',
    description: 'A token acts in one workspace, and the list has only this one.',
  })
    .input(z.strictObject({}))
    .output(one(z.array(workspaceRecord)))
    .query(async ({ ctx }) => answered(await ctx.services.workspaces.list(ctx.actor))),

  /** Creates a workspace. Not served under /v1, because a token acts in one workspace only. */
  create: sessionProcedure
    .input(workspaceCreateInput())
    .output(workspaceDone)
    .mutation(
      changing(workspaceDone, async ({ ctx, input: { name }, options: { recordId } }) => {
        const data = await ctx.services.workspaces.create(ctx.actor, name, { ...(recordId && { recordId }) });
        return { success: true, message: `workspace ${data.name} was created`, data };
      }),
    ),

  rename: endpoint('administer', 'PATCH', '/workspaces/{id}', {
    summary: 'Rename a workspace',
    errors: ['workspace_not_found', 'write_conflict', 'precondition_failed'],
    tagged: true,
  })
    .input(workspaceRenameInput())
    .output(workspaceDone)
    .mutation(
      changing(workspaceDone, async ({ ctx, input: { id, name }, options }) => {
        const data = await ctx.services.workspaces.rename(ctx.actor, id, name, options);
        return { success: true, message: `the workspace is now called ${data.name}`, data };
      }),
    ),

  delete: endpoint('administer', 'DELETE', '/workspaces/{id}', {
    summary: 'Delete a workspace without rule sets and projects',
    errors: ['workspace_not_found', 'workspace_not_empty', 'write_conflict', 'precondition_failed'],
    tagged: true,
  })
    .input(workspaceRef())
    .output(gone)
    .mutation(
      changing(gone, async ({ ctx, input: { id }, options }) => {
        await ctx.services.workspaces.remove(ctx.actor, id, options);
        return { success: true, message: `workspace ${id} was deleted` };
      }),
    ),

  budget: endpoint('read', 'GET', '/workspaces/{id}/budget', {
    summary: 'Get what was spent on models in a workspace this month',
    description: 'The spending of all members together, and the caps that apply to them together.',
    errors: ['workspace_not_found'],
  })
    .input(workspaceRef())
    .output(one(monthlyUsage))
    .query(async ({ ctx, input: { id } }) => answered(await ctx.services.budgets.ofWorkspace(ctx.actor, id))),

  setBudget: endpoint('administer', 'PUT', '/workspaces/{id}/budget', {
    summary: 'Set what may be spent on models in a workspace in a month',
    errors: ['workspace_not_found', 'write_conflict', 'precondition_failed'],
    tagged: true,
  })
    .input(workspaceBudgetInput())
    .output(monthlyUsageDone)
    .mutation(
      changing(monthlyUsageDone, async ({ ctx, input: { id, tokens, cost }, options }) => {
        const caps = tokens === null && cost === null ? null : { tokens, cost };
        const data = await ctx.services.budgets.setWorkspaceCaps(ctx.actor, id, caps, options);
        return { success: true, message: 'the monthly budget of the workspace was set', data };
      }),
    ),

  members: endpoint('read', 'GET', '/workspaces/{id}/members', {
    summary: 'List the members of a workspace',
    description:
      'The ETag is the version of the workspace: send it in If-Match to change members, invitations, the name or the budget only if none of them has changed since.',
    errors: ['workspace_not_found'],
    tagged: true,
  })
    .input(workspaceRef())
    .output(one(z.array(memberRecord)))
    .query(async ({ ctx, input }) => {
      ctx.answer.etag = tagOf(await ctx.services.workspaces.version(ctx.actor, input.id));
      return answered(await ctx.members.list(ctx.actor, input.id));
    }),

  setRole: endpoint('administer', 'PUT', '/workspaces/{id}/members/{userId}', {
    summary: 'Change the role of a member',
    ...change,
  })
    .input(memberRoleInput())
    .output(memberDone)
    .mutation(
      changing(memberDone, async ({ ctx, input: { id, userId, role }, options }) => {
        const data = await ctx.members.setRole(ctx.actor, id, userId, role, options);
        return { success: true, message: `${data.email} now has the role ${role}`, data };
      }),
    ),

  removeMember: endpoint('administer', 'DELETE', '/workspaces/{id}/members/{userId}', {
    summary: 'Remove a member',
    description:
      'The sessions and tokens of the member stop working in the workspace at once. The records stay.',
    ...change,
  })
    .input(strict({ id: idOf('workspace'), userId: idOf('member') }))
    .output(gone)
    .mutation(
      changing(gone, async ({ ctx, input: { id, userId }, options }) => {
        await ctx.members.remove(ctx.actor, id, userId, options);
        return { success: true, message: `member ${userId} was removed` };
      }),
    ),

  /** Ends the own membership in the workspace. */
  leave: sessionProcedure
    .input(workspaceRef())
    .output(gone)
    .mutation(async ({ ctx, input: { id } }) => {
      await ctx.members.leave(ctx.actor, id);
      return { success: true as const, message: `you have left workspace ${id}` };
    }),

  invitations: endpoint('administer', 'GET', '/workspaces/{id}/invitations', {
    summary: 'List the open invitations to a workspace',
    errors: ['workspace_not_found'],
  })
    .input(workspaceRef())
    .output(one(z.array(workspaceInvitation)))
    .query(async ({ ctx, input }) => answered(await ctx.members.invitations(ctx.actor, input.id))),

  /** Not idempotent: the answer can contain the secret of the invitation, which is not stored. */
  invite: endpoint('administer', 'POST', '/workspaces/{id}/invitations', {
    summary: 'Invite a person to a workspace',
    description:
      'Sends the link by mail, or returns it once if the service sends no mail. The link works once, for seven days. A new invitation for the same email replaces the earlier one.',
    success: 201,
    idempotent: false,
    errors: ['workspace_not_found', 'quota_exceeded', 'write_conflict'],
  })
    .input(workspaceInviteInput())
    .output(done(sentInvitation))
    .mutation(async ({ ctx, input: { id, ...invited } }) => {
      const data = await ctx.members.invite(ctx.actor, id, invited);
      ctx.answer.location = `/v1/workspaces/${id}/invitations`;
      return { success: true as const, message: `${data.email} was invited`, data };
    }),

  withdrawInvitation: endpoint('administer', 'DELETE', '/workspaces/{id}/invitations/{invitationId}', {
    summary: 'Withdraw an invitation',
    errors: ['workspace_not_found', 'invitation_not_found', 'write_conflict', 'precondition_failed'],
    tagged: true,
  })
    .input(strict({ id: idOf('workspace'), invitationId: idOf('invitation') }))
    .output(gone)
    .mutation(
      changing(gone, async ({ ctx, input: { id, invitationId }, options }) => {
        await ctx.members.withdraw(ctx.actor, id, invitationId, options);
        return { success: true, message: `invitation ${invitationId} was withdrawn` };
      }),
    ),

  /** Shows what an invitation offers, before the person accepts it, and also before the person has an account. */
  offer: publicProcedure
    .input(secretInput())
    .output(offerRecord)
    .query(({ ctx, input }) => ctx.members.offer(ctx.caller?.actor ?? null, input.secret)),

  /** Accepts an invitation. */
  accept: sessionProcedure
    .input(secretInput())
    .output(done(workspaceRecord))
    .mutation(async ({ ctx, input }) => {
      const data = await ctx.members.accept(ctx.actor, input.secret);
      return { success: true as const, message: `you are now a member of ${data.name}`, data };
    }),
});
