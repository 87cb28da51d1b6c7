import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { projectCreateInput, projectIgnores, projectRecord } from './schemas.ts';

const output = done(projectRecord);

export const createProject = procedureFor('write')
  .meta({
    openapi: {
      method: 'POST',
      path: '/projects',
      summary: 'Create a project',
      description: 'A project starts as a draft. Files of the type text are stored as documents.',
      tags: ['projects'],
    },
    success: 201,
    errors: ['politics_not_found', 'quota_exceeded', 'asset_upload_failed'],
    idempotent: true,
    tagged: true,
    takesTexts: true,
    ignores: projectIgnores,
  })
  .input(projectCreateInput())
  .output(output)
  .mutation(
    changing(output, async ({ ctx, input: { status: _, ...project }, options }) => {
      const data = await ctx.services.projects.create(ctx.actor, project, options);
      ctx.answer.etag = tagOf(data.version);
      ctx.answer.location = `/v1/projects/${data._id}`;
      return { success: true, message: `project ${data.name} was created as a draft`, data };
    }),
  );
