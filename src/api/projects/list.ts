import { listed, pageOf } from '../answers.ts';
import { procedureFor } from '../trpc.ts';
import { projectListInput, projectRecord } from './schemas.ts';

export const listProjects = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects',
      summary: 'List projects, last changed first',
      tags: ['projects'],
    },
    errors: ['page_too_large'],
    listed: true,
  })
  .input(projectListInput())
  .output(pageOf(projectRecord))
  .query(async ({ ctx, input }) => {
    const found = await ctx.services.projects.list(ctx.actor, { ...input, share: ctx.share });
    return listed(ctx, input, found);
  });
