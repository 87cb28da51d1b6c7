import { z } from 'zod';
import { strict, upToCount } from '../fields.ts';
import { assignedCount, overviewEntry } from '../runs/schemas.ts';
import { procedureFor } from '../trpc.ts';

/** The maximum number of projects in an overview, which bounds the findings that are counted for it. */
const mostProjects = 20;

export const projectsOverview = procedureFor('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/overview',
      summary: 'Get the projects that changed last, with their last runs',
      description:
        'Each project is returned with the state of its last run, the number of findings with each outcome, and how many findings have no review.',
      tags: ['projects'],
    },
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
  });
