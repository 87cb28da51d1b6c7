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

/** One event: before OpenAPI 3.2 the schema of such a stream is understood as that of each event. */
const serverSentEvent = z
  .object({
    event: z.literal('progress'),
    id: z.string().meta({ description: 'Changes whenever anything of the project does.' }),
    data: z.string().meta({
      contentMediaType: 'application/json',
      description: 'JSON with the status and the progress of the project, as GET /projects/{id} shows them.',
    }),
  })
  .meta({ id: 'ServerSentEvent' });

/** The events of a project, which no procedure serves because they have no end. */
export const eventsEndpoint: Endpoint = {
  operationId: 'projects-events',
  method: 'GET',
  path: '/projects/{id}/events',
  summary: 'Follow a project',
  description:
    'A stream of server-sent events: the first shows the project as it is, each later one after a change. Comments ' +
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
  answer: { 'text/event-stream': { schema: serverSentEvent } },
  security: ['ticket'],
};
