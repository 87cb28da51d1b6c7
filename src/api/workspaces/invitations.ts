import { z } from 'zod';
import { done, gone, one } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor, sessionProcedure } from '../trpc.ts';
import {
  offerRecord,
  secretInput,
  sentInvitation,
  workspaceInvitation,
  workspaceInvitationRef,
  workspaceInviteInput,
  workspaceRecord,
  workspaceRef,
} from './schemas.ts';

const tags = ['workspaces'];

export const listInvitations = procedureFor('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/workspaces/{id}/invitations',
      summary: 'List the open invitations to a workspace',
      tags,
    },
    errors: ['workspace_not_found'],
  })
  .input(workspaceRef())
  .output(one(z.array(workspaceInvitation)))
  .query(async ({ ctx, input }) => ({
    success: true as const,
    data: await ctx.members.invitations(ctx.actor, input.id),
  }));

/** Not idempotent: the answer can contain the secret of the invitation, which is not stored. */
export const inviteMember = procedureFor('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/workspaces/{id}/invitations',
      summary: 'Invite a person to a workspace',
      description:
        'Sends the link by mail, or returns it once if the service sends no mail. The link works once, for seven days. A new invitation for the same email replaces the earlier one.',
      tags,
    },
    success: 201,
    errors: ['workspace_not_found', 'quota_exceeded', 'write_conflict'],
  })
  .input(workspaceInviteInput())
  .output(done(sentInvitation))
  .mutation(async ({ ctx, input: { id, ...invited } }) => {
    const data = await ctx.members.invite(ctx.actor, id, invited);
    ctx.answer.location = `/v1/workspaces/${id}/invitations`;
    return { success: true as const, message: `${data.email} was invited`, data };
  });

export const withdrawInvitation = procedureFor('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/workspaces/{id}/invitations/{invitationId}',
      summary: 'Withdraw an invitation',
      tags,
    },
    errors: ['workspace_not_found', 'invitation_not_found', 'write_conflict', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(workspaceInvitationRef())
  .output(gone)
  .mutation(
    changing(gone, async ({ ctx, input: { id, invitationId }, options }) => {
      await ctx.members.withdraw(ctx.actor, id, invitationId, options);
      return { success: true, message: `invitation ${invitationId} was withdrawn` };
    }),
  );

/** Shows what an invitation offers, before the person accepts it. */
export const offeredByInvitation = sessionProcedure
  .input(secretInput())
  .output(offerRecord)
  .query(({ ctx, input }) => ctx.members.offer(ctx.actor, input.secret));

/** Accepts an invitation. */
export const acceptInvitation = sessionProcedure
  .input(secretInput())
  .output(done(workspaceRecord))
  .mutation(async ({ ctx, input }) => {
    const data = await ctx.members.accept(ctx.actor, input.secret);
    return { success: true as const, message: `you are now a member of ${data.name}`, data };
  });
