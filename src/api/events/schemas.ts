import { z } from 'zod';
import { progressOf } from '../../domain/runs/run.ts';
import type { ProjectState } from '../../services/events.ts';
import { projectStatus } from '../projects/status.ts';
import { runProgress } from '../runs/schemas.ts';

export const eventTicket = z
  .object({
    ticket: z.string().meta({ description: 'The value of the query parameter ticket in the events URL.' }),
    url: z.string().meta({ description: 'The events URL with the ticket: open it with an EventSource.' }),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'EventTicket' });

/** The content of an event: the project's status and progress. */
export const projectEvent = z.object({
  status: projectStatus,
  progress: runProgress
    .nullable()
    .meta({ description: 'The progress of the last run, as in GET /projects/{id}.' }),
});

export type ProjectEvent = z.infer<typeof projectEvent>;

/** Converts the state of a project to the content of an event. */
export function eventOf({ status, run }: ProjectState): ProjectEvent {
  return projectEvent.parse({ status, progress: run && progressOf(run) });
}
