import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { checkedBy } from '../../src/services/report/words.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { useTitle } from '../parts/page/use-title.ts';
import { hasEnded } from '../parts/words.ts';
import { useProgress } from '../projects/use-progress.ts';
import { queries } from '../service/queries.ts';
import type { Finding } from '../service/service.ts';
import { Findings } from './findings/findings.tsx';
import { ReportMenu } from './report-menu.tsx';
import { ReviewState } from './review-state.tsx';
import { RunHeader } from './run-header.tsx';
import { RunProgress } from './run-progress.tsx';

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
            Only the account that owns a run can see it, until the run is deleted or expires.{' '}
            <Link to="/projects">Your projects</Link>
          </p>
        ) : null}
      </div>
    );
  }
  const isLast = project.data.progress?.runId === runId;
  return (
    <div className="run stack">
      <RunHeader
        project={project.data}
        run={run.data}
        checkers={checkersOf(findings.data ?? [])}
        isLast={isLast}
      />
      <RunProgress run={run.data} progress={progress} />
      {hasEnded(run.data) ? (
        <>
          <ReviewState projectId={projectId} runId={runId} />
          <ReportMenu projectId={projectId} run={run.data} />
        </>
      ) : null}
      <Problem of={error} />
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
