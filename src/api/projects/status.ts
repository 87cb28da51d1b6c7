import { z } from 'zod';

/** The status of a project, as responses show it. */
export const projectStatus = z
  .enum(['draft', 'deploying', 'completed', 'failed', 'canceled'])
  .meta({ id: 'ProjectStatus' });
