import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { placeWords } from '../../src/domain/place-words.ts';
import { Problem } from '../parts/notice.tsx';
import { usePage, useTitle } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { countOf } from '../parts/words.ts';
import { type Difference, queries } from '../service/queries.ts';
import type { Finding, ProjectView } from '../service/service.ts';
import { RunViews } from './run-views.tsx';
import { AnswerTags } from './verdict-tag.tsx';

/** What changed between two runs of a project, side by side. */
export function ChangesPage() {
  const { projectId, runId } = useParams({ from: '/projects/$projectId/runs/$runId/changes' });
  const { against } = useSearch({ from: '/projects/$projectId/runs/$runId/changes' });
  const { service } = usePage();
  const project = useQuery(queries.project(service, projectId));
  const changes = useQuery(queries.changes(service, projectId, runId, against));
  useTitle(project.data ? `What changed: ${project.data.name}` : null);
  const error = project.error ?? changes.error;
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>What changed</h1>
      <RunViews projectId={projectId} runId={runId} />
      <Problem of={error} />
      {project.data && changes.data ? (
        <>
          <RunChoice project={project.data} runId={runId} againstId={changes.data.againstId} />
          <NewVersions projectId={projectId} runId={runId} againstId={changes.data.againstId} />
          {changes.data.againstId === null ? null : <Differences {...changes.data} />}
        </>
      ) : error ? null : (
        <p role="status">Comparing the runs…</p>
      )}
    </div>
  );
}

type RunChoiceProps = { project: ProjectView; runId: string; againstId: string | null };

function RunChoice({ project, runId, againstId }: RunChoiceProps) {
  const navigate = useNavigate({ from: '/projects/$projectId/runs/$runId/changes' });
  const run = project.runs.find(({ _id }) => _id === runId);
  const others = project.runs.filter(({ _id, endedAt }) => _id !== runId && endedAt !== null);
  if (againstId === null) return <p className="soft">There is no other run to compare with.</p>;
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

type NewVersionsProps = { projectId: string; runId: string; againstId: string | null };

/** The documents that have another name than in the run with which this one is compared. */
function NewVersions({ projectId, runId, againstId }: NewVersionsProps) {
  const { service } = usePage();
  const now = useQuery(queries.run(service, projectId, runId));
  const other = useQuery({
    ...queries.run(service, projectId, againstId ?? ''),
    enabled: againstId !== null,
  });
  const names = new Map(other.data?.files.map(({ name, versionOf = name }) => [versionOf, name]));
  const lines = now.data?.files.flatMap(({ name, versionOf = name }) => {
    const was = names.get(versionOf) ?? name;
    return was === name ? [] : [`${name}, ${was === versionOf ? 'new' : 'another'} version of ${was}`];
  });
  return lines?.map((line) => <p key={line}>{line}</p>);
}

const changeWords: Record<Difference['changes'][number], string> = {
  new: 'new',
  gone: 'gone',
  label_changed: 'other label',
  outcome_changed: 'other outcome',
  evidence_changed: 'other evidence',
  method_changed: 'checked in another way',
};

type DifferencesProps = { differences: readonly Difference[]; unchanged: number };

function Differences({ differences, unchanged }: DifferencesProps) {
  return (
    <>
      <p role="status">
        {differences.length === 0
          ? 'No finding changed'
          : `${countOf(differences.length, 'finding')} changed`}
        , {unchanged} the same. This page compares findings, not whole documents.
      </p>
      <ul className="differences stack loose">
        {differences.map(({ rule, subject, changes, before, after }) => (
          <li
            key={`${rule.key} ${subject.kind === 'file' ? subject.fileIndex : ''}`}
            className="card box stack tight"
          >
            <h2>{rule.name}</h2>
            <p className="soft">
              {changes.map((change) => changeWords[change]).join(', ')}
              {subject.kind === 'file' ? ` · ${subject.name}` : ''}
            </p>
            <div className="sides pair">
              <Side title="Before" finding={before} />
              <Side title="Now" finding={after} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Side({ title, finding }: { title: string; finding: Finding | null }) {
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
          {finding.citations.map(({ source, locator, quote, start }) => (
            <blockquote key={`${source.role} ${source.fileIndex} ${start}`}>
              “{quote}”
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
