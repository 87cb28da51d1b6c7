import type { Calls, ProjectView } from './api.ts';
import type { Connection } from './connection.ts';
import { followProject } from './events.ts';
import type { WaitOptions } from './surface.ts';

/** Waits until the run of a project has ended, and returns the project with its result. */
export async function waitForEnd(
  connection: Connection,
  { projects }: Calls,
  id: string,
  { onEvent, ...options }: WaitOptions = {},
): Promise<ProjectView> {
  for await (const event of followProject(connection, id, options)) onEvent?.(event);
  options.signal?.throwIfAborted();
  const { data } = await projects.get.query({ id }, options.signal && { signal: options.signal });
  return data;
}
