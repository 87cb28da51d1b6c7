import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SearchField } from '../parts/controls/search-field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/notice.tsx';
import { useMay, usePage, useTitle } from '../parts/page/page-context.ts';
import { Ago } from '../parts/times.tsx';
import { countOf, projectStates } from '../parts/words.ts';
import { queries } from '../service/queries.ts';
import type { Project } from '../service/service.ts';

/** All projects of the person, last changed first, with search. */
export function ProjectsPage() {
  const { service } = usePage();
  const { search = '' } = useSearch({ from: '/projects' });
  const navigate = useNavigate();
  const { data, error } = useQuery(queries.projects(service, search));
  const mayRun = useMay('run');
  useTitle('Projects');
  return (
    <div className="sheet stack">
      <div className="sheet-head line between">
        <h1 tabIndex={-1}>Projects</h1>
        {mayRun ? (
          <Link to="/" className="button button-main">
            Check a document
          </Link>
        ) : null}
      </div>
      <p className="lead">A project is a set of documents and the rules they are checked against.</p>
      <SearchField
        label="Search projects"
        value={search}
        onChange={(next) =>
          void navigate({ to: '/projects', search: next === '' ? {} : { search: next }, replace: true })
        }
      />
      <Problem of={error} isWaiting={data === undefined} />
      {data === undefined ? null : data.length > 0 ? (
        <ProjectRows projects={data} />
      ) : search === '' ? (
        <div className="empty">
          <Icon name="file" />
          <p>
            <strong>No project yet.</strong>{' '}
            {mayRun ? (
              <>
                <Link to="/">Check a document</Link> to make one.
              </>
            ) : null}
          </p>
        </div>
      ) : (
        <p className="soft">No project contains “{search}”.</p>
      )}
    </div>
  );
}

/** A list of projects with their states. The name of each project links to the project's page. */
function ProjectRows({ projects }: { projects: readonly Project[] }) {
  const now = Date.now();
  return (
    <ul className="rows box">
      {projects.map((project) => {
        const { word, tone } = projectStates[project.status];
        const [first, ...others] = project.files;
        return (
          <li key={project._id} className="row">
            <Link to="/projects/$projectId" params={{ projectId: project._id }} className="row-name">
              {project.name}
            </Link>
            <span className={`tag tag-${tone}`}>{word}</span>
            <p className="soft row-text">
              {first?.name}
              {others.length > 0 ? ` and ${countOf(others.length, 'more file')}` : ''}, changed{' '}
              <Ago time={project.updatedAt} now={now} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}
