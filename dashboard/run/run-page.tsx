import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Notice, Problem } from '../parts/notice.tsx';
import { Moment } from '../parts/times.tsx';
import { useTitle } from '../parts/use-title.ts';
import { hasEnded, type Outcome, outcomes, stateOf } from '../parts/words.ts';
import type { Run } from '../service/service.ts';
import { FindingCard } from './finding.tsx';
import { type Shown, useRun } from './use-run.ts';

/** One run: how far it is, what it found, and the words each answer rests on. */
export function RunPage() {
  const asked = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { outcome = null } = useSearch({ from: '/projects/$projectId/runs/$runId' });
  const navigate = useNavigate({ from: '/projects/$projectId/runs/$runId' });
  const [pages, setPages] = useState(1);
  const { shown, trouble } = useRun(asked, outcome, pages);
  useTitle(shown?.project ?? null);

  function choose(next: Outcome | null) {
    void navigate({ search: next === null ? {} : { outcome: next }, replace: true });
    setPages(1);
  }

  return (
    <div className="run">
      <p>
        <Link to="/projects/$projectId" params={{ projectId: asked.projectId }}>
          Project and other runs
        </Link>
      </p>
      {shown === null ? (
        <h1 tabIndex={-1}>{trouble === null ? 'One moment…' : 'This run cannot be shown'}</h1>
      ) : (
        <RunShown shown={shown} outcome={outcome} onChoose={choose} onMore={() => setPages(pages + 1)} />
      )}
      <Problem>{trouble}</Problem>
      {shown === null && trouble !== null ? (
        <p className="soft">
          Only the account that owns a run can see it, until the run is deleted or expires.
        </p>
      ) : null}
    </div>
  );
}

type ShownProps = {
  shown: Shown;
  outcome: Outcome | null;
  onChoose: (outcome: Outcome | null) => void;
  onMore: () => void;
};

function RunShown({ shown, outcome, onChoose, onMore }: ShownProps) {
  const { project, run, findings, total } = shown;
  const { word, tone } = stateOf(run);
  return (
    <>
      <div className="run-head">
        <h1 tabIndex={-1}>{project}</h1>
        <span className={`tag tag-${tone}`} role="status">
          {word}
        </span>
      </div>
      <p className="soft">
        Checked against “{run.politics.name}”,{' '}
        {run.files.length === 1 ? '1 file' : `${run.files.length} files`}
        {run.endedAt === null ? null : (
          <>
            , ended <Moment time={run.endedAt} />
          </>
        )}
      </p>
      <Standing run={run} />
      <Counts run={run} chosen={outcome} onChoose={onChoose} />
      <section aria-labelledby="findings" className="findings">
        <h2 id="findings" tabIndex={-1}>
          Findings
        </h2>
        {findings.length === 0 ? <p className="soft">{hasEnded(run) ? 'None.' : 'None yet.'}</p> : null}
        <ul>
          {findings.map((finding) => (
            <FindingCard key={finding.id} finding={finding} />
          ))}
        </ul>
        {findings.length < total ? (
          <Button onClick={onMore}>
            Show more: {findings.length} of {total} are here
          </Button>
        ) : null}
      </section>
    </>
  );
}

/** Whatever keeps the run from progressing, or makes its result incomplete. */
function Standing({ run }: { run: Run }) {
  const unread = run.result?.files.filter((file) => file.status === 'failed') ?? [];
  return (
    <>
      {hasEnded(run) ? null : (
        <p className="way">
          <progress max={100} value={run.progress.percent} aria-label="How far the run is" />
          <span>{Math.round(run.progress.percent)} %</span>
        </p>
      )}
      {run.lastError === null ? null : <Notice kind="care">{run.lastError.message}</Notice>}
      {unread.map(({ name, message }) => (
        <Notice key={name} kind="care">
          {name} was not read: {message}
        </Notice>
      ))}
    </>
  );
}

type CountsProps = { run: Run; chosen: Outcome | null; onChoose: (outcome: Outcome | null) => void };

/** The number of findings of each outcome; each button shows only those. */
function Counts({ run, chosen, onChoose }: CountsProps) {
  const counted = run.result?.counts.outcomes;
  if (counted === undefined) return null;
  return (
    <fieldset className="counts">
      <legend className="only-heard">Show findings of one outcome</legend>
      {outcomes
        .filter(({ outcome }) => counted[outcome] > 0)
        .map(({ outcome, word, tone }) => (
          <button
            key={outcome}
            type="button"
            className={`count count-${tone}`}
            aria-pressed={chosen === outcome}
            onClick={() => onChoose(chosen === outcome ? null : outcome)}
          >
            <b>{counted[outcome]}</b> {word}
          </button>
        ))}
    </fieldset>
  );
}
