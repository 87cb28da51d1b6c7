import { z } from 'zod';
import { projectEvent } from '../events/schemas.ts';
import type { OperationMeta } from './operation.ts';

export const eventsMeta: OperationMeta = { errors: ['project_not_found'] };

/** The events of a project, which no procedure serves because they have no end. */
export const eventsOperation = {
  operationId: 'projects-events',
  summary: 'Follow a project',
  description:
    'A stream of server-sent events named progress. The first tells how the project stands, each other one what has ' +
    'changed since; in between come comments, so that connections stay open. After ten minutes the stream ends: ask ' +
    'again with the last id.',
  tags: ['projects'],
  security: [{ apiToken: [] }, { bearer: [] }],
  requestParams: {
    path: z.object({ id: z.string() }),
    query: z.object({
      ticket: z
        .string()
        .optional()
        .meta({ description: 'Instead of a token, from POST /projects/{id}/events/ticket.' }),
    }),
    header: z.object({
      'Last-Event-ID': z
        .string()
        .optional()
        .meta({ description: 'The id of the last event you have: it is not sent again.' }),
    }),
  },
  responses: { '200': { description: '', content: { 'text/event-stream': { schema: projectEvent } } } },
};
