import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { removePastedRules } from '../check/start-check.ts';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { Problem } from '../parts/notice.tsx';
import { useMay, usePage, useTitle } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { countOf, stateOf } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { ProjectView } from '../service/service.ts';
import { useProgress } from './use-progress.ts';
import { useStart } from './use-start.ts';
import { WatchedFolder } from './watch.tsx';

/** How often the state of a watched folder is fetched, in ms. */
const lookEveryMs = 5_000;

/** A project: its documents, its rule set, and the history of its runs. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/projects/$projectId' });
  const { service } = usePage();
  const { data, error } = useQuery({
    ...queries.project(service, projectId),
    refetchInterval: ({ state }) => (state.data?.watch ? lookEveryMs : false),
  });
  useTitle(data?.name ?? null);
  useProgress(projectId, data?.status === 'deploying');
  if (data === undefined) {
    return (
      <div className="sheet stack">
        <h1 tabIndex={-1}>{error ? 'This project cannot be shown' : 'One moment…'}</h1>
        <Problem of={error} />
      </div>
    );
  }
  return (
    <div className="sheet stack">
      <div className="sheet-head line between">
        <h1 tabIndex={-1}>{data.name}</h1>
        <ProjectActions project={data} />
      </div>
      {data.description === data.name ? null : <p className="lead">{data.description}</p>}
      <Runs project={data} />
      {data.watch ? <WatchedFolder project={data} watch={data.watch} /> : null}
      <Documents project={data} />
    </div>
  );
}

function ProjectActions({ project }: { project: ProjectView }) {
  const { service, tell } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [mayRun, mayWrite] = [useMay('run'), useMay('write')];
  const start = useStart(project._id);

  async function remove() {
    await service.projects.delete.mutate({ id: project._id });
    // The project is gone, whatever becomes of the rules.
    await removePastedRules(service, project.politicsId).catch(() => undefined);
    await navigate({ to: '/projects' });
    const documents = countOf(project.files.length, 'document');
    tell(`Project “${project.name}” is deleted, with ${documents}, its runs and their findings.`);
    queryClient.removeQueries({ queryKey: ['projects', project._id] });
    await queryClient.invalidateQueries();
  }

  return (
    <div className="buttons">
      {project.status === 'deploying' ? null : (
        <>
          {mayRun ? (
            <Button kind="main" busy={start.busy} onClick={() => void start.run()}>
              {project.runs.length === 0 ? 'Run the check' : 'Run again'}
            </Button>
          ) : null}
          {mayWrite ? (
            <>
              <Link
                to="/projects/$projectId/edit"
                params={{ projectId: project._id }}
                className="button button-plain"
              >
                Change
              </Link>
              <Button onClick={() => setAsking(true)}>Delete</Button>
            </>
          ) : null}
        </>
      )}
      <Problem>{start.failure?.text}</Problem>
      {asking ? (
        <ConfirmDialog
          title={`Delete “${project.name}”?`}
          confirmWords="Delete project"
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          Its documents, runs, findings and reviews are deleted with it, also runs that were signed off, and
          rules that were pasted for it alone. This can’t be undone.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function Runs({ project }: { project: ProjectView }) {
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      {project.runs.length === 0 ? <p className="soft">This project has not been checked yet.</p> : null}
      <ul className="rows box">
        {project.runs.map((run) => {
          const { word, tone } = stateOf(run);
          return (
            <li key={run._id} className="row">
              <Link
                to="/projects/$projectId/runs/$runId"
                params={{ projectId: project._id, runId: run._id }}
                className="row-name"
              >
                <Moment time={run.createdAt} />
              </Link>
              <span className={`tag tag-${tone}`}>{word}</span>
              <p className="soft row-text">
                {countOf(run.findings, 'finding')}
                {project.scope === 'each' && project.files.length > 1 ? (
                  <>
                    {', '}
                    <Link
                      to="/projects/$projectId/runs/$runId/grid"
                      params={{ projectId: project._id, runId: run._id }}
                    >
                      grid of {project.files.length} files × rules
                    </Link>
                  </>
                ) : null}
                {run.lastError === null ? null : `. ${run.lastError.message}`}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** How many documents are shown at first. */
const shownFiles = 12;

function Documents({ project }: { project: ProjectView }) {
  const { service } = usePage();
  const more = project.files.slice(shownFiles);
  const { data } = useQuery(queries.ruleSet(service, project.politicsId));
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">Documents and rules</h2>
      <p className="soft">
        {project.scope === 'each' ? 'Each document is checked alone' : 'The documents are checked together'}{' '}
        against{' '}
        {data === undefined ? (
          'a rule set'
        ) : (
          <Link to="/rule-sets/$ruleSetId" params={{ ruleSetId: project.politicsId }}>
            {data.ruleSet.name}
          </Link>
        )}
        .
      </p>
      <FileList files={project.files.slice(0, shownFiles)} />
      {more.length === 0 ? null : (
        <details>
          <summary>{countOf(more.length, 'more document')}</summary>
          <FileList files={more} />
        </details>
      )}
    </section>
  );
}

function FileList({ files }: Pick<ProjectView, 'files'>) {
  return (
    <ul className="plain-list stack">
      {files.map(({ name, url, versionOf }) => (
        <li key={url}>
          <a href={url} rel="noreferrer">
            {name}
          </a>
          {versionOf === undefined ? null : <span className="soft">, new version of {versionOf}</span>}
        </li>
      ))}
    </ul>
  );
}
