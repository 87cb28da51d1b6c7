import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { useMay, usePage } from '../parts/page/page-context.ts';
import { Moment } from '../parts/times.tsx';
import { countOf, hasEnded, stateOf } from '../parts/words.ts';
import { useStart } from '../projects/use-start.ts';
import type { ProjectView, Run } from '../service/service.ts';

type RunHeaderProps = {
  project: ProjectView;
  run: Run;
  /** Who checked the rules: "words alone" or a model; empty as long as nothing was checked. */
  checkers: readonly string[];
  isLast: boolean;
};

/**
 * The heading of a run: the project and rule set, the state of the run, and buttons for what the user can do with it.
 */
export function RunHeader({ project, run, checkers, isLast }: RunHeaderProps) {
  const { word, tone } = stateOf(run);
  const lastId = project.progress?.runId;
  return (
    <header className="stack tight">
      <Link
        to="/projects/$projectId"
        params={{ projectId: project._id }}
        activeOptions={exactly}
        className="run-project"
      >
        Project and its other runs
      </Link>
      <div className="sheet-head line between">
        <h1 tabIndex={-1}>{project.name}</h1>
        <RunActions project={project} run={run} isLast={isLast} />
      </div>
      <p className="soft run-line">
        <span className={`tag tag-${tone}`} role="status">
          {word}
        </span>{' '}
        {countOf(run.files.length, 'file')} against “{run.politics.name}”
        {checkers.length === 0 ? null : `, checked by ${checkers.join(' and ')}`}
        {run.endedAt === null ? null : (
          <>
            , ended <Moment time={run.endedAt} />
          </>
        )}
        {isLast || lastId === undefined ? null : (
          <>
            . The project has{' '}
            <Link
              to="/projects/$projectId/runs/$runId"
              params={{ projectId: project._id, runId: lastId }}
              activeOptions={exactly}
            >
              a later run
            </Link>
            .
          </>
        )}
      </p>
    </header>
  );
}

function RunActions({ project, run, isLast }: Omit<RunHeaderProps, 'checkers'>) {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const [mayRun, mayWrite] = [useMay('run'), useMay('write')];
  const id = project._id;
  const cancel = useAction(async () => {
    await service.projects.cancel.mutate({ id });
    announce('The run is canceled. Findings so far are kept.');
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  });
  const again = useStart(id);
  if (!mayRun) return null;
  return (
    <div className="buttons">
      {hasEnded(run) ? (
        isLast ? (
          <>
            {mayWrite && !project.watch ? (
              <Link
                to="/projects/$projectId/edit"
                params={{ projectId: id }}
                search={{ version: true }}
                className="button button-plain"
              >
                Check a new version
              </Link>
            ) : null}
            <Button busy={again.busy} onClick={() => void again.run()}>
              Run again
            </Button>
          </>
        ) : null
      ) : (
        <Button busy={cancel.busy} onClick={() => void cancel.run()}>
          Cancel the run
        </Button>
      )}
      <Problem>{cancel.failure?.text ?? again.failure?.text}</Problem>
    </div>
  );
}

/**
 * The options of a link to a page above the current page: without them, the router would mark the link as a link to the
 * current page.
 */
const exactly = { exact: true };
