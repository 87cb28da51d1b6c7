import { z } from 'zod';
import { idOf } from '../fields.ts';
import type { Endpoint } from './operation.ts';

/** How a browser's EventSource, which can send no header, shows who it is. */
export const eventsSecurity = {
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'From POST /projects/{id}/events/ticket, within a minute and for that project alone.',
  },
} as const;

/** The events of a project, which no procedure serves because they have no end. */
export const eventsEndpoint: Endpoint = {
  operationId: 'projects-events',
  method: 'GET',
  path: '/projects/{id}/events',
  summary: 'Follow a project',
  description:
    'A stream of server-sent events named progress. The data of each is a JSON object with the status and the ' +
    'progress of the project, as GET /projects/{id} shows them: first as they are, then after each change. Comments ' +
    'in between keep the connection open. After ten minutes the stream ends: ask again with the last id.',
  tags: ['projects'],
  meta: { errors: ['project_not_found', 'too_many_streams'] },
  inPath: z.object({ id: idOf('project') }),
  inHeader: z.object({
    'Last-Event-ID': z
      .string()
      .exactOptional()
      .meta({ description: 'The id of the last event you have: it is not sent again.' }),
  }),
  answer: { 'text/event-stream': { schema: { type: 'string' } } },
  security: ['ticket'],
};
