import { one } from '../answers.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { projectRef, projectView } from './schemas.ts';
import { viewOf } from './view.ts';

export const getProject = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}',
      summary: 'Get a project with its progress and result',
      description: 'To poll a project, send If-None-Match: while nothing has changed, the response is 304.',
      tags: ['projects'],
    },
    errors: ['project_not_found'],
    tagged: true,
  })
  .input(projectRef())
  .output(one(projectView))
  .query(async ({ ctx, input }) => {
    const view = await ctx.services.projects.view(ctx.actor, input.id);
    ctx.answer.etag = tagOf(view.revision);
    return { success: true, data: viewOf(view) };
  });
