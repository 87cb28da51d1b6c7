import { z } from 'zod';

/** How a project stands, as answers show it. */
export const projectStatus = z
  .enum(['draft', 'deploying', 'completed', 'failed', 'canceled'])
  .meta({ id: 'ProjectStatus' });
