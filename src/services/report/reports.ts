import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import { ownedProject } from '../records/owned-records.ts';
import type { RunsService } from '../runs/runs.ts';
import { type ReportFormatName, reportFormats } from './formats.ts';

/** A report as a file download. */
export type ReportFile = { name: string; mediaType: string; content: string };

export interface ReportService {
  /**
   * Returns the result of a run in the given format. Without `runId`, this is the last run that has ended. Throws
   * `project_not_found`, `run_not_found`, `run_not_ended`.
   */
  of(
    actor: Actor,
    projectId: string,
    asked: { format: ReportFormatName; runId?: string },
  ): Promise<ReportFile>;
}

const longestName = 100;

export function reportService(
  { store }: Pick<Dependencies, 'store'>,
  runs: Pick<RunsService, 'result'>,
): ReportService {
  return {
    async of(actor, projectId, { format, runId }) {
      const project = await ownedProject(actor, projectId, store);
      const result = await runs.result(actor, projectId, runId);
      const { mediaType, ending, render } = reportFormats[format];
      // Links are absolute, so that they work wherever the report is saved.
      const content = await render(result, { linkFrom: (link) => link });
      return { name: `${fileNameOf(project.name)}.${ending}`, mediaType, content };
    },
  };
}

/** Converts the name of a project to a file name without folders and without invisible characters. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|\p{C}\s]+/gu, ' ').trim();
  const short = [...plain].slice(0, longestName).join('').replace(/^\.+/, '').trim();
  return short === '' ? 'report' : `${short} report`;
}
