import { z } from 'zod';
import { requireRight } from '../../domain/records/owned.ts';
import { answered, done, gone, listed, one, pageOf } from '../answers.ts';
import { changing } from '../changing.ts';
import { strict, upToCount } from '../fields.ts';
import { assignedCount, overviewEntry } from '../runs/schemas.ts';
import { tagOf } from '../tags.ts';
import { endpoint, router } from '../trpc.ts';
import {
  projectCreateInput,
  projectEstimate,
  projectIgnores,
  projectListInput,
  projectRecord,
  projectRef,
  projectUpdateInput,
  projectView,
} from './schemas.ts';
import { viewOf } from './view.ts';

const output = done(projectRecord);

/** The maximum number of projects in an overview, which bounds the findings that are counted for it. */
const mostProjects = 20;

export const projectsRouter = router({
  create: endpoint('write', 'POST', '/projects', {
    summary: 'Create a project',
    description: 'A project starts as a draft. Files of the type text are stored as documents.',
    success: 201,
    errors: ['politics_not_found', 'quota_exceeded', 'asset_upload_failed'],
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
    ),

  list: endpoint('read', 'GET', '/projects', {
    summary: 'List projects, last changed first',
    errors: ['page_too_large'],
    listed: true,
  })
    .input(projectListInput())
    .output(pageOf(projectRecord))
    .query(async ({ ctx, input }) => {
      const found = await ctx.services.projects.list(ctx.actor, { ...input, share: ctx.share });
      return listed(ctx, input, found);
    }),

  overview: endpoint('read', 'GET', '/overview', {
    summary: 'Get the projects that changed last, with their last runs',
    description:
      'Each project is returned with the state of its last run, the number of findings with each outcome, and how many findings have no review.',
    tag: 'projects',
    errors: [],
  })
    .input(strict({ count: upToCount(mostProjects) }))
    .output(
      z.object({
        success: z.literal(true),
        data: z.array(overviewEntry),
        total: z.int().meta({ description: 'The number of all projects.' }),
        assigned: z.array(assignedCount).meta({
          description:
            'The projects in whose last run findings are assigned to you and not reviewed. Empty for a token that is limited to one record.',
        }),
      }),
    )
    .query(async ({ ctx, input: { count } }) => {
      const { entries, ...others } = await ctx.services.overview.of(ctx.actor, count);
      return { success: true as const, data: entries, ...others };
    }),

  get: endpoint('read', 'GET', '/projects/{id}', {
    summary: 'Get a project with its progress and result',
    description: 'To poll a project, send If-None-Match: while nothing has changed, the response is 304.',
    errors: ['project_not_found'],
    tagged: true,
  })
    .input(projectRef())
    .output(one(projectView))
    .query(async ({ ctx, input }) => {
      const view = await ctx.services.projects.view(ctx.actor, input.id);
      ctx.answer.etag = tagOf(view.revision);
      return answered(viewOf(view));
    }),

  update: endpoint('read', 'PUT', '/projects/{id}', {
    summary: 'Check or change a project',
    description:
      'The status deploying starts a run, which checks the files against the current rule set. ' +
      'Fields that are not in the request keep their values. A token needs the scope `run` to start a run, and `write` to change anything else.',
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
    ),

  estimate: endpoint('read', 'POST', '/projects/{id}/estimate', {
    changesNothing: true,
    summary: 'Estimate the language model usage of a run',
    description:
      'Nothing is sent to a model. The files are read, so the first response can take a while. The figures in ' +
      'least assume that one call is enough for each rule; those in most, that the model reads every file for each rule.',
    errors: ['project_not_found', 'politics_missing'],
  })
    .input(projectRef())
    .output(one(projectEstimate))
    .mutation(async ({ ctx, input }) =>
      answered(await ctx.services.estimates.of(ctx.actor, input.id, ctx.closing())),
    ),

  cancel: endpoint('run', 'POST', '/projects/{id}/cancel', {
    summary: 'Cancel the run of a project',
    description: 'The findings so far are kept. A canceled run cannot be resumed; start a new check instead.',
    errors: ['project_not_found', 'project_not_deploying', 'write_conflict'],
  })
    .input(projectRef())
    .output(output)
    .mutation(
      changing(output, async ({ ctx, input }) => {
        const data = await ctx.services.projects.cancel(ctx.actor, input.id);
        return { success: true, message: `the run of project ${data.name} was canceled`, data };
      }),
    ),

  delete: endpoint('write', 'DELETE', '/projects/{id}', {
    summary: 'Delete a project with its runs and findings',
    errors: ['project_not_found', 'project_deploying', 'precondition_failed'],
    tagged: true,
  })
    .input(projectRef())
    .output(gone)
    .mutation(
      changing(gone, async ({ ctx, input: { id }, options }) => {
        await ctx.services.projects.remove(ctx.actor, id, options);
        return { success: true, message: `project ${id} was deleted` };
      }),
    ),
});
