import { keyRules } from '../../../engine/model/keys.ts';
import type { Actor, Owned } from '../../domain/records/owned.ts';
import type { Run } from '../../domain/runs/run.ts';
import { packageVersion } from '../../process/package-version.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Estimating } from '../reading.ts';
import { ownedProject } from '../records/owned-records.ts';
import type { RunsService } from '../runs/runs.ts';
import { scopeFact, timeWords } from './facts.ts';
import { type FindingFilter, matching } from './finding-filter.ts';
import { type ReportFormatName, reportFormats } from './formats.ts';
import { type ReportParts, renderReport } from './render-report.ts';
import { buildReport, type Fact, type Report } from './report.ts';

/** A report as a file download. `open` makes its content; it is not called if only the headers are wanted. */
export type ReportFile = { name: string; mediaType: string; open(signal: AbortSignal): Promise<ReportParts> };

export type ReportRequest = { format: ReportFormatName; runId?: string; filter?: FindingFilter };

export interface ReportService {
  /**
   * Returns the report of a run in the given format, with the findings that match the filter. Without `runId`, this is
   * the last run that has ended. Throws `project_not_found`, `run_not_found`, `run_not_ended`, `report_too_large`.
   */
  of(actor: Actor, projectId: string, asked: ReportRequest): Promise<ReportFile>;
}

const longestName = 100;

export function reportService(
  dependencies: Pick<Dependencies, 'store' | 'clock' | 'assets' | 'links' | 'limits' | 'findTexts'>,
  runs: Pick<RunsService, 'get' | 'result'>,
  estimating: Pick<Estimating, 'parts'>,
): ReportService {
  const { store, clock } = dependencies;

  /**
   * Adds the cited places. Pictures are drawn only from files that Proviso stores, because the content of any other link
   * can have changed since the run; other places are shown as the text that the run has read.
   */
  async function withCitedPlaces(report: Report, run: Owned<Run>, signal: AbortSignal): Promise<Report> {
    const { assets, links, limits, findTexts } = dependencies;
    const [{ withPlaces }, { jobOf }, parts] = await Promise.all([
      import('./places/places.ts'),
      import('../runs/run-job.ts'),
      estimating.parts(),
    ]);
    const { inputs, knowledge } = await jobOf(run, [], parts.limits, assets);
    return withPlaces(report, {
      fileOf({ role, fileIndex }) {
        const file = (role === 'input' ? inputs : knowledge)[fileIndex];
        return file !== undefined && links.assetIdIn(file.ref) !== null ? file : null;
      },
      openSource: parts.openSourceFor(run.workspaceId),
      textsOf: (sha256) => findTexts(run.workspaceId, sha256),
      limits: { pictures: limits.reportPictures, pictureBytes: limits.reportPictureBytes },
      signal,
    });
  }

  return {
    async of(actor, projectId, { format, runId, filter = {} }) {
      const project = await ownedProject(actor, 'read', projectId, store);
      const result = await runs.result(actor, projectId, runId, matching(filter));
      const run = await runs.get(actor, projectId, result.runId);
      const { mediaType, endings, showsPlaces } = reportFormats[format];
      const report = buildReport(result, {
        name: project.name,
        settings: settingsOf(run),
        rules: keyRules(run.politics.rules),
        filter,
        total: run.findings,
        version: packageVersion(),
        madeAt: clock.now(),
        // Links are absolute, so that they work wherever the report is saved.
        linkFrom: (link) => link,
      });
      return {
        name: `${fileNameOf(project.name)}.${endings[0]}`,
        mediaType,
        open: async (signal) => {
          signal.throwIfAborted();
          return renderReport(showsPlaces ? await withCitedPlaces(report, run, signal) : report, format);
        },
      };
    },
  };
}

function settingsOf({ politics, scope }: Run): Fact[] {
  return [
    { name: 'Rule set', value: `${politics.name}, as of ${timeWords(politics.updatedAt)}` },
    scopeFact(scope),
    ...(politics.promptVersions ? [{ name: 'Prompt versions', value: politics.promptVersions }] : []),
  ];
}

/** Converts the name of a project to a file name without folders and without invisible characters. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|\p{C}\s]+/gu, ' ').trim();
  const short = [...plain].slice(0, longestName).join('').replace(/^\.+/, '').trim();
  return short === '' ? 'report' : `${short} report`;
}
