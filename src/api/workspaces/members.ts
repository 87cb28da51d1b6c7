import { z } from 'zod';
import { done, gone, one } from '../answers.ts';
import { changing } from '../changing.ts';
import { tagOf } from '../tags.ts';
import type { Meta } from '../trpc.ts';
import { procedureFor, sessionProcedure } from '../trpc.ts';
import { memberRecord, memberRef, memberRoleInput, workspaceRef } from './schemas.ts';

const tags = ['workspaces'];
const output = done(memberRecord);

export const listMembers = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/workspaces/{id}/members',
      summary: 'List the members of a workspace',
      description:
        'The ETag is the version of the workspace: send it in If-Match to change members, invitations, the name or the budget only if none of them has changed since.',
      tags,
    },
    errors: ['workspace_not_found'],
    tagged: true,
  })
  .input(workspaceRef())
  .output(one(z.array(memberRecord)))
  .query(async ({ ctx, input }) => {
    ctx.answer.etag = tagOf(await ctx.services.workspaces.version(ctx.actor, input.id));
    return { success: true as const, data: await ctx.members.list(ctx.actor, input.id) };
  });

/** What the changes of a member have in common. */
const change = {
  errors: ['workspace_not_found', 'member_not_found', 'last_admin', 'write_conflict', 'precondition_failed'],
  idempotent: true,
  tagged: true,
} satisfies Meta;

export const setMemberRole = procedureFor('administer')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/workspaces/{id}/members/{userId}',
      summary: 'Change the role of a member',
      tags,
    },
    ...change,
  })
  .input(memberRoleInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, userId, role }, options }) => {
      const data = await ctx.members.setRole(ctx.actor, id, userId, role, options);
      return { success: true, message: `${data.email} now has the role ${role}`, data };
    }),
  );

export const removeMember = procedureFor('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/workspaces/{id}/members/{userId}',
      summary: 'Remove a member',
      description:
        'The sessions and tokens of the member stop working in the workspace at once. The records stay.',
      tags,
    },
    ...change,
  })
  .input(memberRef())
  .output(gone)
  .mutation(
    changing(gone, async ({ ctx, input: { id, userId }, options }) => {
      await ctx.members.remove(ctx.actor, id, userId, options);
      return { success: true, message: `member ${userId} was removed` };
    }),
  );

/** Ends the own membership in the workspace. */
export const leaveWorkspace = sessionProcedure
  .input(workspaceRef())
  .output(gone)
  .mutation(async ({ ctx, input: { id } }) => {
    await ctx.members.leave(ctx.actor, id);
    return { success: true as const, message: `you have left workspace ${id}` };
  });
