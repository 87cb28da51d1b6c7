import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { placeWords } from '../../src/domain/place-words.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage, useTitle } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { type Difference, queries } from '../service/queries.ts';
import type { Finding, ProjectView, RunDiff } from '../service/service.ts';
import { changedFiles, changeWords, quoteChanges, reviewsKept, type WholeRun } from './changes.ts';
import { Reviewed } from './findings/review-panel.tsx';
import { Words } from './redline/suggestion.tsx';
import { RunViews } from './run-views.tsx';
import { AnswerTags } from './verdict-tag.tsx';

/** What changed between two runs of a project, side by side. */
export function ChangesPage() {
  const { projectId, runId } = useParams({ from: '/projects/$projectId/runs/$runId/changes' });
  const { against } = useSearch({ from: '/projects/$projectId/runs/$runId/changes' });
  const { service } = usePage();
  const project = useQuery(queries.project(service, projectId));
  const changes = useQuery(queries.changes(service, projectId, runId, against));
  const againstId = changes.data?.againstId ?? null;
  const now = useWholeRun(projectId, againstId === null ? null : runId);
  const other = useWholeRun(projectId, againstId);
  useTitle(project.data ? `What changed: ${project.data.name}` : null);
  const error = project.error ?? changes.error ?? now.error ?? other.error;
  const isAlone = changes.data !== undefined && againstId === null;
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>What changed</h1>
      <RunViews projectId={projectId} runId={runId} />
      <Problem of={error} />
      {project.data && changes.data && againstId !== null ? (
        <RunChoice project={project.data} runId={runId} againstId={againstId} />
      ) : null}
      {isAlone ? <p className="soft">There is no other run to compare with.</p> : null}
      {changes.data && now.whole && other.whole ? (
        <Differences {...changes.data} now={now.whole} other={other.whole} />
      ) : error || isAlone ? null : (
        <p role="status" className="soft">
          Comparing the runs…
        </p>
      )}
    </div>
  );
}

/** A run with its findings, as soon as both are read. */
function useWholeRun(
  projectId: string,
  runId: string | null,
): { error: Error | null; whole: WholeRun | undefined } {
  const { service } = usePage();
  const [id, enabled] = [runId ?? '', runId !== null];
  const run = useQuery({ ...queries.run(service, projectId, id), enabled });
  const findings = useQuery({ ...queries.findings(service, projectId, id), enabled });
  const whole = run.data && findings.data && { run: run.data, findings: findings.data };
  return { error: run.error ?? findings.error, whole };
}

type RunChoiceProps = { project: ProjectView; runId: string; againstId: string };

function RunChoice({ project, runId, againstId }: RunChoiceProps) {
  const navigate = useNavigate({ from: '/projects/$projectId/runs/$runId/changes' });
  const run = project.runs.find(({ _id }) => _id === runId);
  const others = project.runs.filter(({ _id, endedAt }) => _id !== runId && endedAt !== null);
  return (
    <p className="compare line">
      The run of {run ? <Moment time={run.createdAt} /> : 'this page'} compared with{' '}
      <select
        className="input"
        aria-label="Compare with"
        value={againstId}
        onChange={({ target }) => void navigate({ search: { against: target.value }, replace: true })}
      >
        {others.map(({ _id, createdAt }) => (
          <option key={_id} value={_id}>
            {new Date(createdAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'medium' })}
          </option>
        ))}
      </select>
    </p>
  );
}

/** The documents that have another name than in the run with which this one is compared. */
function newVersions(now: WholeRun, other: WholeRun): string[] {
  const names = new Map(other.run.files.map(({ name, versionOf = name }) => [versionOf, name]));
  return now.run.files.flatMap(({ name, versionOf = name }) => {
    const was = names.get(versionOf) ?? name;
    return was === name ? [] : [`${name}, ${was === versionOf ? 'new' : 'another'} version of ${was}`];
  });
}

const kindWords: Record<Difference['changes'][number], string> = {
  new: 'new',
  gone: 'gone',
  label_changed: 'other label',
  outcome_changed: 'other outcome',
  evidence_changed: 'other evidence',
  method_changed: 'checked in another way',
};

type DifferencesProps = Pick<RunDiff, 'differences' | 'unchanged'> & { now: WholeRun; other: WholeRun };

function Differences({ differences, unchanged, now, other }: DifferencesProps) {
  const reviews = reviewsKept(now, other, differences);
  return (
    <>
      {newVersions(now, other).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p role="status">{changeWords(differences.length, unchanged, changedFiles(now, other))}</p>
      {reviews === '' ? null : <p>{reviews}</p>}
      <ul className="differences stack loose">
        {differences.map(({ rule, subject, changes, before, after }) => (
          <li
            key={`${rule.key} ${subject.kind === 'file' ? subject.fileIndex : ''}`}
            className="card box stack tight"
          >
            <h2>{rule.name}</h2>
            <p className="soft">
              {changes.map((change) => kindWords[change]).join(', ')}
              {subject.kind === 'file' ? ` · ${subject.name}` : ''}
            </p>
            <div className="sides pair">
              <Side title="Before" finding={before} other={after} />
              <Side title="Now" finding={after} other={before} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

type SideProps = { title: 'Before' | 'Now'; finding: Finding | null; other: Finding | null };

/** A finding with its review; the words of its quotes that the other side does not have are marked. */
function Side({ title, finding, other }: SideProps) {
  const [isBefore, marked] = title === 'Before' ? [true, 'out'] : [false, 'in'];
  const words = (quote: string, at: number) => {
    const against = other?.citations[at]?.quote ?? '';
    const parts = isBefore ? quoteChanges(quote, against) : quoteChanges(against, quote);
    return parts === null ? (
      quote
    ) : (
      <Words parts={parts.filter(({ kind }) => ['same', marked].includes(kind))} />
    );
  };
  return (
    <section className="side stack tight">
      <h3 className="soft">{title}</h3>
      {finding === null ? (
        <p className="soft">No such finding.</p>
      ) : (
        <>
          <p className="line">
            <AnswerTags finding={finding} />
          </p>
          <p>{finding.statement}</p>
          {finding.review === null ? null : <Reviewed finding={finding} />}
          {finding.citations.map(({ source, locator, quote, start }, at) => (
            <blockquote key={`${source.role} ${source.fileIndex} ${start}`}>
              <span>“{words(quote, at)}”</span>
              <span className="soft">
                {source.name}, {placeWords(locator)}
              </span>
            </blockquote>
          ))}
        </>
      )}
    </section>
  );
}
