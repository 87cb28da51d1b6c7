import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Finding } from '../../../engine/model/finding.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import type { Owned } from '../../domain/records/owned.ts';
import type { Run } from '../../domain/runs/run.ts';
import { packageVersion } from '../../process/package-version.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Estimating } from '../reading.ts';
import { ownedProject } from '../records/owned-records.ts';
import type { RunResults } from '../runs/run-results.ts';
import { type ReviewState, reviewStateOf } from '../runs/sign-offs.ts';
import { scopeFact, timeWords } from './facts.ts';
import { matching } from './finding-filter.ts';
import { reportFormats } from './formats.ts';
import { renderReport } from './render-report.ts';
import { buildReport, type Fact, type Report, withCitations } from './report.ts';
import type { Reporter } from './reporter.ts';
import { openWords } from './words.ts';

/** A review that is kept from a run before this many runs is said to be from an earlier run. */
const mostRuns = 100;

/** Returns the function that writes the report of a run. */
export function reportWriter(
  dependencies: Pick<Dependencies, 'store' | 'clock' | 'assets' | 'links' | 'limits' | 'findTexts'>,
  resultOf: RunResults,
  estimating: Pick<Estimating, 'parts'>,
): Reporter['report'] {
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
      limits: { pictures: limits.LIMIT_REPORT_PICTURES, pictureBytes: limits.LIMIT_REPORT_PICTURE_BYTES },
      signal,
    });
  }

  /**
   * The finding with links to its page in the place of links to files that Proviso stores, because the page asks who reads
   * it. Sources on the web keep their addresses.
   */
  function withPages(finding: Finding, { projectId, _id, workspaceId }: Owned<Run>): Finding {
    return withCitations(finding, (citation, place) => {
      const { link, source } = citation;
      if (dependencies.links.assetIdIn(link) === null) return citation;
      const { url: _, ...stored } = source;
      const query = `finding=${finding.id}&place=${place}&workspace=${workspaceId}`;
      // The address of a stored file is that of the service with assets/{id}/{name}.
      const page = new URL(`../../projects/${projectId}/runs/${_id}?${query}`, link).href;
      return { ...citation, link: page, source: stored };
    });
  }

  return async (task, signal) => {
    const { actor, projectId, format, filter, path } = task;
    const project = await ownedProject(actor, 'read', projectId, store);
    const { run, result } = await resultOf(task, matching(filter));
    const reviewed = await store.findings.reviewed(run.workspaceId, [{ projectId, runId: run._id }]);
    const isKept = result.findings.some(({ review }) => review !== null && review.at < run.createdAt);
    const earlier = { after: run, pageSize: mostRuns };
    const before = isKept ? (await store.runs.list(run.workspaceId, projectId, earlier)).items : [];
    const isResult = format === 'json';
    const findings = isResult ? result.findings : result.findings.map((one) => withPages(one, run));
    const report = buildReport(
      { ...result, findings },
      {
        name: project.name,
        decision: decisionOf(reviewStateOf(run, reviewed)),
        settings: settingsOf(run),
        rules: keyRules(run.politics.rules),
        runs: [run, ...before],
        filter,
        total: run.findings,
        version: packageVersion(),
        madeAt: clock.now(),
        // Links are absolute, so that they work wherever the report is saved.
        linkFrom: (link) => link,
      },
    );
    const { showsPlaces } = reportFormats[format];
    const parts = await renderReport(
      showsPlaces ? await withCitedPlaces(report, run, signal) : report,
      format,
    );
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(parts, { objectMode: false }), file, { signal });
  };
}

/** Who has signed the run, when, with what was open then and with which comments, and whether a second person is missing. */
function decisionOf({ signOff, review }: ReviewState): Fact[] {
  const name = 'Signed off';
  if (signOff === null)
    return [
      { name, value: 'no' },
      { name: 'Open', value: openWords(review) },
    ];
  const { by, at, comment, open, second, outdated } = signOff;
  const first = `by ${by} on ${timeWords(at)}`;
  const both = second ? `${first}, and by ${second.by} on ${timeWords(second.at)}` : first;
  const value = second === null ? `not yet: signed ${both}, and waits for a second person` : both;
  return [
    { name, value: `${value}${outdated ? '. Reviews have changed since then' : ''}` },
    { name: 'Open when signed off', value: openWords(open) },
    ...(comment ? [{ name: 'Comment', value: comment }] : []),
    ...(second?.comment ? [{ name: 'Comment of the second person', value: second.comment }] : []),
  ];
}

function settingsOf({ politics, scope }: Run): Fact[] {
  return [
    { name: 'Rule set', value: `${politics.name}, as of ${timeWords(politics.updatedAt)}` },
    scopeFact(scope),
    ...(politics.promptVersions ? [{ name: 'Prompt versions', value: politics.promptVersions }] : []),
  ];
}
