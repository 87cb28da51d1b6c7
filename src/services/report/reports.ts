import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import { ownedProject } from '../records/owned-records.ts';
import type { RunsService } from '../runs/runs.ts';
import type { FindingFilter } from './finding-filter.ts';
import { type ReportFormatName, reportFormats } from './formats.ts';
import { type MadeFile, madeFile } from './made-file.ts';
import type { Reporter } from './reporter.ts';

/**
 * A report as a file download. `make` makes its content, until the signal is aborted; it is not called if only the
 * headers are wanted.
 */
export type ReportFile = { name: string; mediaType: string; make(signal: AbortSignal): Promise<MadeFile> };

export type ReportRequest = { format: ReportFormatName; runId?: string; filter?: FindingFilter };

const longestName = 100;

export function reportService(
  { store, scratchFolder }: Pick<Dependencies, 'store' | 'scratchFolder'>,
  runs: Pick<RunsService, 'ended'>,
  reporter: Pick<Reporter, 'report'>,
) {
  return {
    /**
     * Returns the report of a run in the given format, with the findings that match the filter. Without `runId`, this is
     * the last run that has ended. Throws `project_not_found`, `run_not_found`, `run_not_ended`, and `report_too_large`,
     * which a report with a filter throws only when it is made.
     */
    async of(
      actor: Actor,
      projectId: string,
      { format, runId: asked, filter = {} }: ReportRequest,
    ): Promise<ReportFile> {
      const project = await ownedProject(actor, 'read', projectId, store);
      const isWhole = Object.keys(filter).length === 0;
      const runId = await runs.ended(actor, projectId, asked, { forReport: isWhole });
      const { mediaType, endings } = reportFormats[format];
      return {
        name: `${fileNameOf(project.name)}.${endings[0]}`,
        mediaType,
        make: (signal) =>
          madeFile(scratchFolder, async (path) => {
            await reporter.report({ actor, projectId, runId, format, filter, path }, signal);
            return {};
          }),
      };
    },
  };
}

/** Converts the name of a project to a file name without folders and without invisible characters. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|\p{C}\s]+/gu, ' ').trim();
  const short = [...plain].slice(0, longestName).join('').replace(/^\.+/, '').trim();
  return short === '' ? 'report' : `${short} report`;
}
