import { z } from 'zod';
import { done, gone, one } from '../answers.ts';
import { changing } from '../changing.ts';
import { procedureFor, sessionProcedure } from '../trpc.ts';
import { workspaceCreateInput, workspaceRecord, workspaceRef, workspaceRenameInput } from './schemas.ts';

const tags = ['workspaces'];
const output = done(workspaceRecord);

export const listWorkspaces = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/workspaces',
      summary: 'List your workspaces',
      description: 'A token acts in one workspace, and the list has only this one.',
      tags,
    },
  })
  .input(z.strictObject({}))
  .output(one(z.array(workspaceRecord)))
  .query(async ({ ctx }) => ({
    success: true as const,
    data: await ctx.services.workspaces.list(ctx.actor),
  }));

/** Creates a workspace. Not served under /v1, because a token acts in one workspace only. */
export const createWorkspace = sessionProcedure
  .input(workspaceCreateInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { name }, options: { recordId } }) => {
      const data = await ctx.services.workspaces.create(ctx.actor, name, { ...(recordId && { recordId }) });
      return { success: true, message: `workspace ${data.name} was created`, data };
    }),
  );

export const renameWorkspace = procedureFor('administer')
  .meta({
    openapi: { method: 'PATCH', path: '/workspaces/{id}', summary: 'Rename a workspace', tags },
    errors: ['workspace_not_found', 'write_conflict', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(workspaceRenameInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { id, name }, options }) => {
      const data = await ctx.services.workspaces.rename(ctx.actor, id, name, options);
      return { success: true, message: `the workspace is now called ${data.name}`, data };
    }),
  );

export const deleteWorkspace = procedureFor('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/workspaces/{id}',
      summary: 'Delete a workspace without rule sets and projects',
      tags,
    },
    errors: ['workspace_not_found', 'workspace_not_empty', 'write_conflict', 'precondition_failed'],
    idempotent: true,
    tagged: true,
  })
  .input(workspaceRef())
  .output(gone)
  .mutation(
    changing(gone, async ({ ctx, input: { id }, options }) => {
      await ctx.services.workspaces.remove(ctx.actor, id, options);
      return { success: true, message: `workspace ${id} was deleted` };
    }),
  );
