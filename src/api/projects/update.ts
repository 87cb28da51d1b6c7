import { requireRight } from '../../domain/records/owned.ts';
import { done } from '../answers.ts';
import { changing } from '../changing.ts';
import { tagOf } from '../tags.ts';
import { procedureFor } from '../trpc.ts';
import { projectIgnores, projectRecord, projectUpdateInput } from './schemas.ts';

const output = done(projectRecord);

export const updateProject = procedureFor('read')
  .meta({
    openapi: {
      method: 'PUT',
      path: '/projects/{id}',
      summary: 'Check or change a project',
      description:
        'The status deploying starts a run, which checks the files against the current rule set. ' +
        'Fields that are not in the request keep their values. A token needs the scope `run` to start a run, and `write` to change anything else.',
      tags: ['projects'],
    },
    errors: [
      'project_not_found',
      'politics_not_found',
      'politics_missing',
      'project_deploying',
      'write_conflict',
      'precondition_failed',
      'quota_exceeded',
      'too_many_runs',
      'asset_upload_failed',
    ],
    idempotent: true,
    tagged: true,
    takesTexts: true,
    ignores: projectIgnores,
  })
  .input(projectUpdateInput())
  .output(output)
  .use(({ ctx, input, next }) => {
    const { id: _, status, ...content } = input;
    if (status === 'deploying') requireRight(ctx.actor, 'run');
    if (status !== 'deploying' || Object.keys(content).length > 0) requireRight(ctx.actor, 'write');
    return next();
  })
  .mutation(
    changing(output, async ({ ctx, input: { id, ...patch }, options }) => {
      const data = await ctx.services.projects.update(ctx.actor, id, patch, options);
      ctx.answer.etag = tagOf(data.version);
      const what = patch.status === 'deploying' ? 'is being checked' : 'was changed';
      return { success: true, message: `project ${data.name} ${what}`, data };
    }),
  );
