import { Link } from '@tanstack/react-router';
import { Ago } from '../parts/times.tsx';
import { countOf, projectStates } from '../parts/words.ts';
import type { Project } from '../service/service.ts';

/** A list of projects with their states. The name of each project links to the project's page. */
export function ProjectRows({ projects }: { projects: readonly Project[] }) {
  const now = Date.now();
  return (
    <ul className="rows box">
      {projects.map((project) => {
        const { word, tone } = projectStates[project.status];
        return (
          <li key={project._id} className="row">
            <Link to="/projects/$projectId" params={{ projectId: project._id }} className="row-name">
              {project.name}
            </Link>
            <span className={`tag tag-${tone}`}>{word}</span>
            <p className="soft row-text">
              {countOf(project.files.length, 'file')}, changed <Ago time={project.updatedAt} now={now} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}
