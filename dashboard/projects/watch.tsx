import { Link } from '@tanstack/react-router';
import { Button } from '../parts/controls/button.tsx';
import { Choice, Field } from '../parts/controls/field.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Notice, Problem } from '../parts/notice.tsx';
import { useMay, usePage } from '../parts/page/page-context.ts';
import { Ago, Moment } from '../parts/times.tsx';
import { countOf } from '../parts/words.ts';
import type { ProjectView } from '../service/service.ts';

type Watch = NonNullable<ProjectView['watch']>;

type WatchFieldsProps = {
  watch: Watch | null;
  folders: readonly string[];
  problem: string | undefined;
  onChange: (watch: Watch | null) => void;
};

/** Chooses whether the documents of a project are its own, or those of a folder, and which. */
export function WatchFields({ watch, folders, problem, onChange }: WatchFieldsProps) {
  const weekdays = `0 7 * * 1-5 ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  const options = ['1m', '15m', '1h', '1d', weekdays, ...(watch ? [watch.schedule] : [])];
  return (
    <>
      <Choice
        label="Where the documents come from"
        name="source"
        options={[
          ['own', 'Chosen here'],
          ['folder', 'A watched folder'],
        ]}
        value={watch ? 'folder' : 'own'}
        hint={watch ? 'Files that are added, changed or removed are checked again.' : ''}
        onChange={(value) => onChange(value === 'own' ? null : { folder: folders[0] ?? '', schedule: '1h' })}
      />
      {watch ? (
        <>
          <Field
            label="Folder on the server"
            name="folder"
            defaultValue={watch.folder}
            spellCheck={false}
            problem={problem}
            hint={`A folder in ${folders.join(' or ')}. The folders in it are watched too.`}
            onChange={({ currentTarget }) => onChange({ ...watch, folder: currentTarget.value.trim() })}
          />
          <Choice
            label="Look for changes"
            name="schedule"
            options={[...new Set(options)].map((one) => [one, scheduleWords(one)])}
            value={watch.schedule}
            hint="Recipients are notified when an answer gets worse."
            onChange={(schedule) => onChange({ ...watch, schedule })}
          />
        </>
      ) : null}
    </>
  );
}

function scheduleWords(schedule: string): string {
  const usual: Record<string, string> = { '1m': 'minute', '15m': '15 minutes', '1h': 'hour', '1d': 'day' };
  if (!schedule.includes(' ')) return `Every ${usual[schedule] ?? schedule}`;
  const [, zone] = /^0 7 \* \* 1-5 (.+)$/.exec(schedule) ?? [];
  return zone === undefined ? `By the schedule ${schedule}` : `At 7:00 on weekdays (${zone})`;
}

/** What a project watches, what the last look has found, and when the next one is. */
export function WatchedFolder({ project, watch }: { project: ProjectView; watch: Watch }) {
  const { service, announce } = usePage();
  const mayRun = useMay('run');
  const { watchState: state } = project;
  const { lastChange, waiting = [] } = state ?? {};
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
        {scheduleWords(watch.schedule)}. Last look:{' '}
        {state?.lastLookAt ? <Ago time={state.lastLookAt} now={Date.now()} /> : 'none yet'}.{' '}
        {state?.nextLookAt ? (
          <>
            Next look: <Moment time={state.nextLookAt} />.
          </>
        ) : null}
      </p>
      {lastChange ? (
        <p className="soft">
          Last change, <Moment time={lastChange.at} />: {lastChange.added} added, {lastChange.changed}{' '}
          changed, {lastChange.removed} removed.{' '}
          <Link
            to="/projects/$projectId/runs/$runId"
            params={{ projectId: project._id, runId: lastChange.runId }}
          >
            See this check
          </Link>
        </p>
      ) : null}
      {waiting.length > 0 ? (
        <p className="soft">Not taken: {countOf(state?.waitingTotal ?? 0, 'file')}</p>
      ) : null}
      <ul className="plain-list">
        {waiting.map(({ name, reason }) => (
          <li key={name}>
            <code>{name}</code>: {reason}
          </li>
        ))}
      </ul>
      {mayRun && project.status !== 'deploying' ? (
        <div className="buttons">
          <Button busy={busy} onClick={() => void run()}>
            {state && !state.nextLookAt ? 'Watch again' : 'Look now'}
          </Button>
        </div>
      ) : null}
      <Problem>{failure?.text}</Problem>
    </section>
  );
}
