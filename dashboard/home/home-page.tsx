import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckPanel } from '../check/check-panel.tsx';
import { Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { useTitle } from '../parts/page/use-title.ts';
import { ProjectRows } from '../projects/project-rows.tsx';
import { failureOf } from '../service/failure.ts';
import { queries } from '../service/queries.ts';
import { SamplePanel, sampleName } from './sample-panel.tsx';

const shownProjects = 8;

/** The first page after signing in: the form that starts a check, and the latest projects. */
export function HomePage() {
  const { service } = usePage();
  const { data, error } = useQuery(queries.projects(service));
  const hasSample = data?.some(({ name }) => name.startsWith(sampleName)) ?? false;
  useTitle('Home');
  return (
    <div className="sheet">
      <h1 tabIndex={-1}>Home</h1>
      <CheckPanel />
      {data?.length === 0 || hasSample ? <SamplePanel hasSample={hasSample} /> : null}
      <section aria-labelledby="recent">
        <h2 id="recent">Last checked</h2>
        <Problem>{error ? failureOf(error).text : null}</Problem>
        {data?.length === 0 ? <p className="soft">Nothing has been checked yet.</p> : null}
        <ProjectRows projects={data?.slice(0, shownProjects) ?? []} />
        {data !== undefined && data.length > shownProjects ? (
          <p>
            <Link to="/projects">All {data.length} projects</Link>
          </p>
        ) : null}
      </section>
    </div>
  );
}
