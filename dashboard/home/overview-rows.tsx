import { Link } from '@tanstack/react-router';
import { openAnswers, signOffWords, type Tone } from '../../src/services/report/words.ts';
import { Ago } from '../parts/times.tsx';
import { countOf, hasEnded, stateOf } from '../parts/words.ts';
import type { OverviewEntry } from '../service/service.ts';

/** Projects with the state of their last runs: what their findings leave open, and how many are not reviewed. */
export function OverviewRows({ entries }: { entries: readonly OverviewEntry[] }) {
  const now = Date.now();
  return (
    <ul className="rows box">
      {entries.map(({ project, run }) => {
        const { word, tone } = run === null ? { word: 'Not checked yet', tone: 'plain' } : stateOf(run);
        return (
          <li key={project._id} className="row">
            {run === null ? (
              <Link to="/projects/$projectId" params={{ projectId: project._id }} className="row-name">
                {project.name}
              </Link>
            ) : (
              <Link
                to="/projects/$projectId/runs/$runId"
                params={{ projectId: project._id, runId: run._id }}
                className="row-name"
              >
                {project.name}
              </Link>
            )}
            <span className={`tag tag-${tone}`}>{word}</span>
            <p className="row-text open-counts line">
              {run === null ? null : <OpenCounts run={run} />}
              <span className="soft">
                changed <Ago time={project.updatedAt} now={now} />
              </span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

type Run = NonNullable<OverviewEntry['run']>;

function OpenCounts({ run }: { run: Run }) {
  if (!hasEnded(run)) return <span className="soft">{countOf(run.findings, 'finding')} so far</span>;
  return countsOf(run).map(([words, tone]) => (
    <span key={words} className={`count count-${tone}`}>
      {words}
    </span>
  ));
}

function countsOf({ review, signOff }: Run): [words: string, tone: Tone][] {
  if (review.findings === 0) return [['no findings', 'care']];
  const open: [string, Tone][] = [
    ...openAnswers(review).map(({ icon, word, tone }): [string, Tone] => [`${icon} ${word}`, tone]),
    review.notReviewed > 0
      ? [`☐ ${review.notReviewed} of ${review.findings} not reviewed`, 'plain']
      : ['☑ all reviewed', 'good'],
  ];
  if (signOff === null) return open;
  return [
    ...open,
    signOff.outdated
      ? ['sign-off outdated', 'care']
      : [signOffWords(signOff), signOff.second === null ? 'care' : 'good'],
  ];
}
