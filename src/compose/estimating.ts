import type { Config } from '../config.ts';
import { AppError } from '../domain/errors.ts';
import type { Queue } from '../queue/port.ts';
import type { EstimateDependencies, Estimating } from '../services/reading.ts';
import type { Backend } from './backend.ts';

/**
 * Provides a server with the dependencies that a worker has for reading files, so that the server can estimate runs.
 * Nothing is loaded before the first estimate.
 */
export function estimatingOf(
  backend: Pick<Backend, 'workerDependencies'>,
  queue: Queue,
  { LIMIT_REQUEST_LINK_SECONDS: linkSeconds }: Pick<Config, 'LIMIT_REQUEST_LINK_SECONDS'>,
): Estimating & { stop(): Promise<void> } {
  const stopping = new AbortController();
  let opened: Promise<EstimateDependencies> | undefined;
  return {
    signal: stopping.signal,
    parts() {
      opened ??= backend.workerDependencies(queue, linkSeconds * 1000).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async stop() {
      stopping.abort(new AppError('shutting_down', 'the service is stopping: ask again in a moment'));
      if (opened === undefined) return;
      const { closeLoading } = await import('../../engine/index.ts');
      closeLoading();
    },
  };
}
