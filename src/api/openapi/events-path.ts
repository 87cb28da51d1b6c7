import { z } from 'zod';
import { idOf } from '../fields.ts';
import type { Endpoint } from './operation.ts';

/**
 * The security scheme of the events URL: a ticket in the query, because a browser's EventSource cannot send headers.
 */
export const eventsSecurity = {
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'From POST /projects/{id}/events/ticket; valid for a minute and for that project only.',
  },
} as const;

/**
 * The schema of one event. Before OpenAPI 3.2, tools take the schema of an event stream as the schema of each event.
 */
const serverSentEvent = z
  .object({
    event: z.literal('progress'),
    id: z.string().meta({ description: 'Changes whenever the project changes.' }),
    data: z.string().meta({
      contentMediaType: 'application/json',
      description: 'JSON with the status and the progress of the project, as GET /projects/{id} shows them.',
    }),
  })
  .meta({ id: 'ServerSentEvent' });

/** The event stream of a project. It is not a procedure, because its response is a stream. */
export const eventsEndpoint: Endpoint = {
  operationId: 'projects-events',
  method: 'GET',
  path: '/projects/{id}/events',
  summary: 'Stream the changes of a project',
  description:
    'A stream of server-sent events: the first shows the project as it is, each later one follows a change. Comments ' +
    'in between keep the connection open. The stream ends after ten minutes: open it again with the last id.',
  tags: ['projects'],
  meta: { errors: ['project_not_found', 'too_many_streams'] },
  inPath: z.object({ id: idOf('project') }),
  inHeader: z.object({
    'Last-Event-ID': z
      .string()
      .exactOptional()
      .meta({ description: 'The id of the last event you received; the stream continues after it.' }),
  }),
  answer: { 'text/event-stream': { schema: serverSentEvent } },
  security: ['ticket'],
};
