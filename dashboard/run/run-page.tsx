import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { reportFormatNames, reportFormats } from '../../src/services/report/formats.ts';
import { checkedBy, wordsAloneNote } from '../../src/services/report/words.ts';
import { Menu } from '../parts/controls/menu.tsx';
import { Problem } from '../parts/notice.tsx';
import { inWorkspace } from '../parts/page/chosen-workspace.ts';
import { usePage, useTitle } from '../parts/page/page-context.ts';
import { hasEnded } from '../parts/words.ts';
import { useProgress } from '../projects/use-progress.ts';
import { queries } from '../service/queries.ts';
import type { Finding, Run } from '../service/service.ts';
import { Findings } from './findings/findings.tsx';
import { ReviewState } from './review-state.tsx';
import { RunHeader } from './run-header.tsx';
import { RunProgress } from './run-progress.tsx';
import { reportFilter } from './run-search.ts';
import { RunViews } from './run-views.tsx';

/** One run: its state, its findings, and the quotes behind each finding. */
export function RunPage() {
  const { projectId, runId } = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { service } = usePage();
  const project = useQuery(queries.project(service, projectId));
  const run = useQuery(queries.run(service, projectId, runId));
  const findings = useQuery(queries.findings(service, projectId, runId));
  const progress = useProgress(projectId, run.data !== undefined && !hasEnded(run.data));
  useTitle(project.data?.name ?? null);

  const error = run.error ?? project.error ?? findings.error;
  if (run.data === undefined || project.data === undefined) {
    return (
      <div className="sheet stack">
        <h1 tabIndex={-1}>{error ? 'This run cannot be shown' : 'One moment…'}</h1>
        <Problem of={error} />
        {error ? (
          <p className="soft">
            Only members of its workspace can see a run, until the run is deleted or expires.{' '}
            <Link to="/projects">Your projects</Link>
          </p>
        ) : null}
      </div>
    );
  }
  const note = wordsAloneNote(findings.data ?? []);
  const isLast = project.data.progress?.runId === runId;
  return (
    <div className="run stack">
      <RunHeader
        project={project.data}
        run={run.data}
        checkers={checkersOf(findings.data ?? [])}
        isLast={isLast}
      />
      {note === null || !hasEnded(run.data) ? null : <p className="soft words-note">{note}</p>}
      <RunProgress run={run.data} progress={progress} />
      {hasEnded(run.data) ? (
        <ReviewState {...{ projectId, runId }} asksForTwo={run.data.politics.secondSignOff === true} />
      ) : null}
      <Problem of={error} />
      <RunViews projectId={projectId} runId={runId}>
        {hasEnded(run.data) ? <ReportMenu projectId={projectId} run={run.data} /> : null}
      </RunViews>
      {findings.data === undefined ? (
        <p className="soft">Reading the findings…</p>
      ) : (
        <Findings run={run.data} findings={findings.data} canReview={isLast} />
      )}
    </div>
  );
}

function checkersOf(findings: readonly Finding[]): string[] {
  const assessed = findings.filter(({ assessed: isAssessed }) => isAssessed);
  return [
    ...new Set(
      assessed.map(({ checker: { method, model } }) =>
        checkedBy(method === 'lexical' ? null : (model ?? 'unknown')),
      ),
    ),
  ];
}

type ReportMenuProps = { projectId: string; run: Run };

/** Links that download the findings that are shown, one for each format of reports, and the run as a signed bundle. */
function ReportMenu({ projectId, run }: ReportMenuProps) {
  const search = useSearch({ from: '/projects/$projectId/runs/$runId' });
  const chosen = reportFilter(search);
  const query = new URLSearchParams([['runId', run._id], ...chosen]);
  const links = reportFormatNames.map((format) => ({
    ...reportFormats[format],
    href: `/v1/projects/${projectId}/report?format=${format}&${query}`,
  }));
  const bundle = {
    title: 'Signed bundle',
    purpose: 'the whole run, which anybody can verify offline',
    href: `/v1/projects/${projectId}/bundle?runId=${run._id}`,
  };
  return (
    <Menu
      title={`Export the ${chosen.length > 0 && !search.assignee ? 'shown ' : ''}findings${search.assignee ? ' of everybody' : ''}`}
      look="quiet"
    >
      {(close) =>
        [...links, bundle].map(({ title, purpose, href }) => (
          <a key={title} className="menu-link" href={inWorkspace(href)} download onClick={close}>
            <b>{title}</b> <span className="soft">{purpose}</span>
          </a>
        ))
      }
    </Menu>
  );
}
