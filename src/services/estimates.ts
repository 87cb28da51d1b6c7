import type { Estimate } from '../../engine/index.ts';
import type { Actor } from '../domain/owned.ts';
import type { Dependencies } from './dependencies.ts';
import { plannedRun } from './deployments.ts';
import { ownedProject } from './owned-records.ts';
import type { WorkerDependencies } from './run-attempt.ts';

/** What a run of a project would take of a model, before there is one. */
export type ProjectEstimate = Estimate & {
  /** Null where rules are checked by their words alone; calls are then those of an embedding model. */
  model: string | null;
};

/** What reading a project's files for an estimate needs of what a worker has. */
export type EstimateDependencies = Pick<
  WorkerDependencies,
  'checker' | 'embedder' | 'openSourceFor' | 'sourceCacheFor' | 'limits'
>;

/** How a server comes to what reads files; aborted by `signal` when it stops. */
export type Estimating = { parts(): Promise<EstimateDependencies>; signal: AbortSignal };

/** Reckons what deploying would take. Throws `project_not_found`, `politics_missing`. */
export interface EstimateService {
  /**
   * Reads the files, but for recordings and pictures that a model would have to read, and asks nothing of a model.
   * What was read is kept for the run. One estimate at a time in a process; others wait for it.
   */
  of(actor: Actor, projectId: string): Promise<ProjectEstimate>;
}

export function estimateService(
  { store, assets, clock }: Pick<Dependencies, 'store' | 'assets' | 'clock'>,
  estimating: Estimating,
): EstimateService {
  let before: Promise<unknown> = Promise.resolve();

  async function reckon(actor: Actor, projectId: string): Promise<ProjectEstimate> {
    const run = await plannedRun(await ownedProject(actor, projectId, store), { store, clock });
    // The engine is large, and a server that is asked for no estimate does without it.
    const [{ estimateRun }, { jobOf }, parts] = await Promise.all([
      import('../../engine/index.ts'),
      import('./run-job.ts'),
      estimating.parts(),
    ]);
    const { checker, limits } = parts;
    const ports = {
      checker,
      clock,
      ...(parts.embedder && { embedder: parts.embedder }),
      openSource: parts.openSourceFor(actor.userId),
      sourceCache: parts.sourceCacheFor(actor.userId),
    };
    const options = { signal: estimating.signal, onEvent: () => {} };
    const estimate = await estimateRun(await jobOf(run, [], limits, assets), ports, options);
    return { ...estimate, model: checker.model ?? null };
  }

  return {
    of(actor, projectId) {
      const mine = before.then(() => reckon(actor, projectId));
      before = mine.catch(() => {});
      return mine;
    },
  };
}
