import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay, usePage } from '../parts/page/page-context.ts';
import { queries } from '../service/queries.ts';

type RunViewsProps = { projectId: string; runId: string; children?: ReactNode };

/**
 * The views of a run, on each of its pages: its findings, the grid of files and rules, what changed since an earlier run,
 * and what could be changed in its documents. At the end, what else can be done with the view.
 */
export function RunViews({ projectId, runId, children }: RunViewsProps) {
  const { service } = usePage();
  const { data: project } = useQuery(queries.project(service, projectId));
  const mayRun = useMay('run');
  const params = { projectId, runId };
  const only = { exact: true, includeSearch: false };
  return (
    <nav aria-label="Views of the run" className="run-views">
      <Link to="/projects/$projectId/runs/$runId" params={params} activeOptions={only}>
        Findings
      </Link>
      <Link to="/projects/$projectId/runs/$runId/grid" params={params} activeOptions={only}>
        Grid: files × rules
      </Link>
      {(project?.runs.length ?? 0) > 1 ? (
        <Link to="/projects/$projectId/runs/$runId/changes" params={params} activeOptions={only}>
          What changed
        </Link>
      ) : null}
      {mayRun ? (
        <Link to="/projects/$projectId/runs/$runId/redline" params={params} activeOptions={only}>
          Suggested changes
        </Link>
      ) : null}
      {children}
    </nav>
  );
}
