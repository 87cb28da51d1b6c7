import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckPanel } from '../check/check-panel.tsx';
import { Problem } from '../parts/notice.tsx';
import { useMay, usePage, useTitle } from '../parts/page/page-context.ts';
import { countOf, hasEnded } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { AssignedCount, OverviewEntry } from '../service/service.ts';
import { OverviewRows } from './overview-rows.tsx';
import { SamplePanel, sampleName } from './sample-panel.tsx';

/** How often the overview is fetched again, in ms: while a run is active, and else, since colleagues start runs too. */
const readAgainMs = { running: 3_000, idle: 10_000 };

/** The first page after signing in: the form that starts a check, and the projects that changed last. */
export function HomePage() {
  const { service } = usePage();
  const { data, error } = useQuery({
    ...queries.overview(service),
    refetchInterval: ({ state }) => readAgainMs[state.data?.entries.some(isRunning) ? 'running' : 'idle'],
  });
  const mayCheck = useMay('run');
  useTitle('Home');
  const entries = data?.entries ?? [];
  const hasSample = entries.some(({ project }) => project.name.startsWith(sampleName));
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>Home</h1>
      {mayCheck ? (
        <CheckPanel />
      ) : (
        <p className="soft">Your role in this workspace does not include starting checks.</p>
      )}
      {mayCheck && (data?.total === 0 || hasSample) ? <SamplePanel hasSample={hasSample} /> : null}
      <Problem of={error} />
      {data === undefined ? null : <Assigned counts={data.assigned} />}
      <Entries title="Needs attention" entries={entries.filter((entry) => !isDone(entry))} />
      <Entries title="Done" entries={entries.filter(isDone)} />
      {data?.total === 0 ? <p className="soft">Nothing has been checked yet.</p> : null}
      {data !== undefined && data.total > entries.length ? (
        <p>
          <Link to="/projects">All {data.total} projects</Link>
        </p>
      ) : null}
    </div>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly OverviewEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <OverviewRows entries={entries} />
    </section>
  );
}

/** What is left to review for the person, with a link to these findings of each project. */
function Assigned({ counts }: { counts: readonly AssignedCount[] }) {
  const total = counts.reduce((sum, { findings }) => sum + findings, 0);
  if (total === 0) return null;
  return (
    <section aria-label="Assigned to you">
      <h2>Assigned to you</h2>
      {counts.length > 1 ? <p className="soft">{countOf(total, 'finding')} to review</p> : null}
      <ul className="rows">
        {counts.map(({ project, runId, findings }) => (
          <li key={project._id} className="row">
            <Link
              to="/projects/$projectId/runs/$runId"
              params={{ projectId: project._id, runId }}
              search={{ assignee: 'me', reviewed: 'no' }}
              className="row-name"
            >
              {countOf(findings, 'finding')} in “{project.name}”
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isRunning({ run }: OverviewEntry): boolean {
  return run !== null && !hasEnded(run);
}

/** A project needs nothing more if its last run is signed off, or has read everything and is reviewed completely. */
function isDone({ run }: OverviewEntry): boolean {
  if (run === null || !hasEnded(run)) return false;
  if (run.signOff !== null) return !run.signOff.outdated && run.signOff.second !== null;
  return run.state === 'completed' && run.summary?.incomplete === false && run.review.notReviewed === 0;
}
