import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CheckPanel } from '../check/check-panel.tsx';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { useMay, usePage, useTitle } from '../parts/page/page-context.ts';
import { countOf, hasEnded } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { AssignedCount, OverviewEntry } from '../service/service.ts';
import { OverviewRows } from './overview-rows.tsx';

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
      <Problem of={error} isWaiting={data === undefined} />
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
export function isDone({ run }: OverviewEntry): boolean {
  if (run === null || !hasEnded(run)) return false;
  if (run.signOff !== null) return !run.signOff.outdated && run.signOff.second !== null;
  return run.state === 'completed' && run.summary?.incomplete === false && run.review.notReviewed === 0;
}

/**
 * The text with which the name of the sample begins. It is repeated here from `check/sample.ts`, because that file is
 * loaded on demand.
 */
const sampleName = 'Sample: ';

/** Offers to check the sample or, if the sample was checked, to remove it; either takes one click. */
function SamplePanel({ hasSample }: { hasSample: boolean }) {
  return hasSample ? <RemoveSample /> : <TrySample />;
}

function TrySample() {
  const { service } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [step, setStep] = useState('');
  const { run, busy, failure } = useAction(async () => {
    const { checkSample } = await import('../check/sample.ts');
    const started = await checkSample(service, setStep);
    await queryClient.invalidateQueries();
    await navigate({ to: '/projects/$projectId/runs/$runId', params: started });
  });
  return (
    <section className="empty" aria-labelledby="sample">
      <div className="sample stack">
        <h2 id="sample">New here?</h2>
        <p className="soft">
          See how it works on a sample agreement with ten rules. You can remove it with one click.
        </p>
        <Button busy={busy} onClick={() => void run()}>
          {busy ? `${step}…` : 'Check the sample'}
        </Button>
        <Problem>{failure?.text}</Problem>
      </div>
    </section>
  );
}

function RemoveSample() {
  const { service, tell } = usePage();
  const queryClient = useQueryClient();
  const { run, busy, failure } = useAction(async () => {
    const { removeSample } = await import('../check/sample.ts');
    await removeSample(service);
    tell('The sample is removed.');
    await queryClient.invalidateQueries();
  });
  return (
    <div className="sample stack">
      <Button busy={busy} onClick={() => void run()}>
        Remove the sample
      </Button>
      <Problem>{failure?.text}</Problem>
    </div>
  );
}
