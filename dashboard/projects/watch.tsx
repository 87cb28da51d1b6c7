import { Link } from '@tanstack/react-router';
import { Button } from '../parts/controls/button.tsx';
import { Choice, Field } from '../parts/controls/field.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Notice, Problem } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { useMay } from '../parts/page/workspace-context.ts';
import { Ago, Moment } from '../parts/times.tsx';
import { countOf } from '../parts/words.ts';
import type { ProjectView } from '../service/service.ts';

export type Watch = NonNullable<ProjectView['watch']>;
type State = NonNullable<ProjectView['watchState']>;

const schedules = [
  ['15m', 'Every 15 minutes'],
  ['1h', 'Every hour'],
  ['1d', 'Every day'],
] as const;

/** Chooses whether the documents of a project are its own, or those of a folder, and which. */
export function WatchFields({
  watch,
  folders,
  problem,
  onChange,
}: {
  watch: Watch | null;
  folders: readonly string[];
  problem: string | undefined;
  onChange: (watch: Watch | null) => void;
}) {
  const [first = ''] = folders;
  const isUsual = watch === null || schedules.some(([schedule]) => schedule === watch.schedule);
  return (
    <>
      <Choice
        label="Where the documents come from"
        name="source"
        options={[
          ['own', 'Chosen here'],
          ['folder', 'A watched folder'],
        ]}
        value={watch === null ? 'own' : 'folder'}
        hint={
          watch === null
            ? ''
            : 'The files of the folder become the documents. When files are added, changed or removed, they are checked again.'
        }
        onChange={(value) => onChange(value === 'own' ? null : { folder: first, schedule: '1h' })}
      />
      {watch === null ? null : (
        <>
          <Field
            label="Folder on the server"
            name="folder"
            defaultValue={watch.folder}
            autoComplete="off"
            spellCheck={false}
            problem={problem}
            hint={`A folder in ${folders.join(' or ')}, with the folders in it`}
            onChange={(event) => onChange({ ...watch, folder: event.currentTarget.value.trim() })}
          />
          <Choice
            label="Look for changes"
            name="schedule"
            options={isUsual ? schedules : [...schedules, [watch.schedule, scheduleWords(watch)]]}
            value={watch.schedule}
            hint="Recipients are notified when an answer gets worse."
            onChange={(schedule) => onChange({ ...watch, schedule })}
          />
        </>
      )}
    </>
  );
}

/** What a project watches, what the last look has found, and when the next one is. */
export function WatchedFolder({ project, watch }: { project: ProjectView; watch: Watch }) {
  const { service, announce } = usePage();
  const mayRun = useMay('run');
  const state = project.watchState;
  const { run, busy, failure } = useAction(async () => {
    await service.projects.update.mutate({ id: project._id, watch });
    announce('The folder is looked at now.');
  });
  return (
    <section aria-labelledby="watch">
      <h2 id="watch">Watched folder</h2>
      <p>
        <code>{watch.folder}</code>
      </p>
      {state?.problem ? <Notice kind="care">{state.problem}</Notice> : null}
      <p className="soft">
        {scheduleWords(watch)}. {state === null ? null : <Looks state={state} />}
      </p>
      {state === null ? null : <Found state={state} projectId={project._id} />}
      {mayRun && project.status !== 'deploying' ? (
        <Button busy={busy} onClick={() => void run()}>
          {state?.nextLookAt === null ? 'Watch again' : 'Look now'}
        </Button>
      ) : null}
      <Problem>{failure?.text}</Problem>
    </section>
  );
}

function Looks({ state: { lastLookAt, nextLookAt } }: { state: State }) {
  const now = Date.now();
  return (
    <>
      {lastLookAt === null ? (
        'No look yet. '
      ) : (
        <>
          Last look: <Ago time={lastLookAt} now={now} />.{' '}
        </>
      )}
      {nextLookAt === null ? null : Date.parse(nextLookAt) <= now ? (
        'Next look: in a moment.'
      ) : (
        <>
          Next look: <Moment time={nextLookAt} />.
        </>
      )}
    </>
  );
}

function Found({
  state: { lastChange, waiting, waitingTotal },
  projectId,
}: {
  state: State;
  projectId: string;
}) {
  const rest = waitingTotal - waiting.length;
  return (
    <>
      {lastChange === null ? null : (
        <p className="soft">
          Last change, <Moment time={lastChange.at} />: {lastChange.added} added, {lastChange.changed}{' '}
          changed, {lastChange.removed} removed.{' '}
          <Link to="/projects/$projectId/runs/$runId" params={{ projectId, runId: lastChange.runId }}>
            The check of it
          </Link>
        </p>
      )}
      {waiting.length === 0 ? null : (
        <>
          <p className="soft">Not taken yet: {countOf(waitingTotal, 'file')}.</p>
          <ul className="plain-list">
            {waiting.map(({ name, reason }) => (
              <li key={name}>
                <code>{name}</code>: {reason}
              </li>
            ))}
            {rest > 0 ? <li>and {rest} more</li> : null}
          </ul>
        </>
      )}
    </>
  );
}

function scheduleWords({ schedule }: Watch): string {
  const usual = schedules.find(([one]) => one === schedule);
  if (usual !== undefined) return usual[1];
  const units: Record<string, string> = { s: 'second', m: 'minute', h: 'hour', d: 'day' };
  const count = Number(schedule.slice(0, -1));
  const unit = units[schedule.slice(-1)] ?? '';
  return `Every ${count === 1 ? unit : countOf(count, unit)}`;
}
