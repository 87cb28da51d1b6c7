import type { Estimate } from '../../engine/index.ts';
import type { Actor } from '../domain/records/owned.ts';
import type { Dependencies } from './dependencies.ts';
import type { ReadInTurn } from './reading.ts';
import { ownedProject } from './records/owned-records.ts';
import { plannedRun } from './runs/deployments.ts';

/** The estimated model usage of a run of the project. */
type ProjectEstimate = Estimate & {
  /**
   * The language model that checks rules; null if rules are checked without one. If `model` is null, the estimated
   * calls are those of an embedding model.
   */
  model: string | null;
};

/** Estimates a run. Throws `project_not_found`, `politics_missing`. */
export function estimateService(
  { store, assets, clock }: Pick<Dependencies, 'store' | 'assets' | 'clock'>,
  readInTurn: ReadInTurn,
) {
  return {
    /**
     * Reads the files, except recordings and pictures that need a model, and sends nothing to a model. The extracted text
     * is cached, so that the run need not read the files again. Ends when the signal is aborted.
     */
    of: (actor: Actor, projectId: string, client?: AbortSignal): Promise<ProjectEstimate> =>
      readInTurn(actor, client, async (parts, signal) => {
        const project = await ownedProject(actor, 'read', projectId, store);
        const run = await plannedRun(actor, project, { store, clock });
        // The engine is loaded here, because it is large and a server that makes no estimates does not need it.
        const [{ estimateRun }, { jobOf }] = await Promise.all([
          import('../../engine/index.ts'),
          import('./runs/run-job.ts'),
        ]);
        const { limits, models } = parts;
        const { checker, embedder } = models;
        const ports = {
          checker,
          ...(embedder && { embedder }),
          clock,
          openSource: parts.openSourceFor(actor.workspaceId),
          sourceCache: parts.sourceCacheFor(actor.workspaceId),
        };
        const options = { signal, onEvent: () => {} };
        const estimate = await estimateRun(await jobOf(run, [], limits, assets), ports, options);
        return { ...estimate, model: checker.model ?? null };
      }),
  };
}
