import type { WorkerDependencies } from './runs/run-attempt.ts';

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

/** Returns `work` with calls one after another: each call waits for the calls before it, whether they succeed or fail. */
export function oneAtATime<Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (...given) => {
    const mine = before.then(() => work(...given));
    before = mine.catch(() => {});
    return mine;
  };
}
