import type { Actor } from '../domain/records/owned.ts';
import type { WorkerDependencies } from './runs/run-attempt.ts';
import { Turns } from './turns.ts';

/** Those dependencies of a worker that requests need to read files. */
export type EstimateDependencies = Pick<
  WorkerDependencies,
  'models' | 'openSourceFor' | 'sourceCacheFor' | 'limits' | 'answersFor' | 'allowanceFor'
>;

/** `parts` loads the dependencies for reading files. `signal` is aborted when the server stops. */
export type Estimating = { parts(): Promise<EstimateDependencies>; signal: AbortSignal };

/** The most users whose requests read files at the same time, which limits the texts in memory. */
const mostReadingUsers = 16;

/**
 * Does the work of a request that reads files, when it is the user's turn. `signal` is aborted when the client leaves;
 * the signal that the work gets is also aborted when the server stops. Throws the reason of either signal.
 */
export type ReadInTurn = <Result>(
  actor: Actor,
  signal: AbortSignal | undefined,
  work: (reading: EstimateDependencies, signal: AbortSignal) => Promise<Result>,
) => Promise<Result>;

export function readingInTurns({ parts, signal: stopping }: Estimating): ReadInTurn {
  const turns = new Turns(mostReadingUsers);
  return (actor, client, work) => {
    const signal = client ? AbortSignal.any([stopping, client]) : stopping;
    return turns.take(actor.userId, signal, async () => work(await parts(), signal));
  };
}

/** The ports with which the engine reads a user's files. */
export function readingPorts(
  {
    models,
    openSourceFor,
    sourceCacheFor,
  }: Pick<WorkerDependencies, 'models' | 'openSourceFor' | 'sourceCacheFor'>,
  workspaceId: string,
) {
  return {
    openSource: openSourceFor(workspaceId),
    sourceCache: sourceCacheFor(workspaceId),
    ...(models.layout && { layout: models.layout }),
    ...(models.recognition && { recognition: models.recognition }),
  };
}
