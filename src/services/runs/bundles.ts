import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import { type MadeFile, madeFile } from '../report/made-file.ts';
import type { Reporter } from '../report/reporter.ts';
import type { RunsService } from './runs.ts';

type BundleFile = MadeFile & { name: string; bytes: number };

export function bundleService(
  { store, scratchFolder }: Pick<Dependencies, 'store' | 'scratchFolder'>,
  runs: Pick<RunsService, 'ended'>,
  reporter: Pick<Reporter, 'bundle'>,
) {
  return {
    /**
     * Makes the bundle of a run: its result with the reviews, the text of the cited pages, and the chain of its events,
     * signed by this installation (docs/bundle.md). Events that are missing from the chain are added to it and marked as
     * late. Without `runId`, the run is the last that has ended. Ends when the signal is aborted. Throws `project_not_found`, `run_not_found`,
     * `run_not_ended`, `report_too_large`, `bundle_too_large`, and `text_not_found` if a cited text is no longer stored.
     */
    async make(
      actor: Actor,
      projectId: string,
      { runId: asked, withSources = false }: { runId?: string; withSources?: boolean },
      signal: AbortSignal = new AbortController().signal,
    ): Promise<BundleFile> {
      const runId = await runs.ended(actor, projectId, asked, { forReport: true });
      return madeFile(scratchFolder, async (path) => ({
        name: `run-${runId}.proviso.zip`,
        bytes: await reporter.bundle({ actor, projectId, runId, withSources, path }, signal),
      }));
    },

    /** Returns every public key with which this installation has signed, oldest first. */
    keys: () => store.signingKeys.all(),
  };
}
