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
    description:
      'The ticket from POST /projects/{id}/events/ticket; valid for one minute, and only for that project.',
  },
} as const;

/**
 * The schema of one event. Before OpenAPI 3.2, a document cannot describe the events of a stream, so tools apply the
 * schema of the stream to each event.
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

/** The endpoint of the event stream of a project. It is not a procedure, because its response is a stream. */
export const eventsEndpoint: Endpoint = {
  operationId: 'projects-events',
  method: 'GET',
  path: '/projects/{id}/events',
  summary: 'Stream the changes of a project',
  description:
    'A stream of server-sent events. The first event has the current state of the project; each later event is sent ' +
    'after a change. Comments between the events keep the connection open. The stream ends after ten minutes: open it ' +
    'again with the id of the last event.',
  tags: ['projects'],
  meta: { needs: 'read', errors: ['project_not_found', 'too_many_streams'] },
  inPath: z.object({ id: idOf('project') }),
  inHeader: z.object({
    'Last-Event-ID': z.string().exactOptional().meta({
      description: 'The id of the last event that you received; the stream continues after this event.',
    }),
  }),
  answer: { 'text/event-stream': { schema: serverSentEvent } },
  security: ['ticket'],
};
