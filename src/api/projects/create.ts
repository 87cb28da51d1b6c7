import { done } from '../answers.ts';
import { once } from '../once.ts';
import { tagOf } from '../tags.ts';
import { userProcedure } from '../trpc.ts';
import { projectCreateInput, projectIgnores, projectRecord } from './schemas.ts';

const output = done(projectRecord);

export const createProject = userProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects',
      summary: 'Create a project',
      description: 'A project starts as a draft. Files of type text are kept, and stored as documents.',
      tags: ['projects'],
    },
    success: 201,
    errors: ['politics_not_found', 'asset_upload_failed'],
    idempotent: true,
    tagged: true,
    takesTexts: true,
    ignores: projectIgnores,
  })
  .input(projectCreateInput())
  .output(output)
  .mutation(async ({ ctx, input }) => {
    const { status: _, ...project } = input;
    const made = await once(ctx, { scope: 'projects.create', input, output }, async (options) => {
      const data = await ctx.services.projects.create(ctx.actor, project, options);
      ctx.answer.etag = tagOf(data.version);
      return { success: true as const, message: `project ${data.name} was created as a draft`, data };
    });
    ctx.answer.location = `/v1/projects/${made.data._id}`;
    return made;
  });
