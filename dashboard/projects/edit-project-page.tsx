import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { DropZone } from '../check/drop-zone.tsx';
import { type CheckInput, chosenFiles, inputKey, withoutRepeats } from '../check/inputs.ts';
import { PasteInputs } from '../check/paste-inputs.tsx';
import { ScopeChoice } from '../check/scope-choice.tsx';
import { FilesRefused, filesOf, refusedInputs } from '../check/start-check.ts';
import { Button } from '../parts/controls/button.tsx';
import { Choice, Field } from '../parts/controls/field.tsx';
import { FileButton } from '../parts/controls/file-button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { useMay, usePage, useTitle, useUser } from '../parts/page/page-context.ts';
import { choicesOf } from '../rule-sets/choices.ts';
import { queries, type TaggedProject } from '../service/queries.ts';
import type { ProjectView } from '../service/service.ts';
import { WatchFields } from './watch.tsx';

/** Changes a project: its documents, its rule set, its name. A document can be replaced by its new version. */
export function EditProjectPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/edit' });
  const { service } = usePage();
  const { data, error } = useQuery({
    ...queries.taggedProject(service, projectId),
    refetchOnWindowFocus: false,
  });
  useTitle(data ? `Change ${data.project.name}` : null);
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>
        {data ? `Change “${data.project.name}”` : error ? 'This project cannot be shown' : 'One moment…'}
      </h1>
      <Problem of={error} />
      {data ? <EditForm {...data} /> : null}
    </div>
  );
}

type StoredFile = ProjectView['files'][number];
/** A document of the project. `input` is a new one, or the new version of `stored`. */
type Entry = { stored: StoredFile | null; input: CheckInput | null };

function EditForm({ project, tag }: TaggedProject) {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mayRun = useMay('run');
  const { data: ruleSets = [] } = useQuery(queries.ruleSets(service));
  // The version that the person has seen. A later one is not overwritten.
  const [ifMatch] = useState(tag);
  const [name, setName] = useState(project.name);
  const [entries, setEntries] = useState<Entry[]>(project.files.map((stored) => ({ stored, input: null })));
  const [politicsId, setPoliticsId] = useState(project.politicsId);
  const [scope, setScope] = useState(project.scope);
  const { watchFolders } = useUser();
  const before = project.watch ?? null;
  const [watch, setWatch] = useState(before);
  const [step, setStep] = useState('');
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string | null>(null);
  const inputs = entries.flatMap(({ input }) => input ?? []);

  const { run, busy, failure } = useAction(async (andRun: boolean) => {
    setRefused(new Map());
    setProblem(null);
    try {
      // The documents of a project that watches a folder are those of the folder.
      const uploaded = watch === null ? await filesOf(service, inputs, setStep) : [];
      const files = entries.flatMap(({ stored, input }) => {
        const file = input === null ? stored : uploaded[inputs.indexOf(input)];
        return file ? [{ ...file, name: nameOf({ stored, input }) }] : [];
      });
      setStep('Saving');
      // A project that was made by a check has its name as its description.
      const description = project.description === project.name ? name.trim() : project.description;
      await service.projects.update
        .mutate(
          {
            ...{ id: project._id, name: name.trim(), description, politicsId, scope },
            ...(watch === null && { files }),
            ...(JSON.stringify(watch) !== JSON.stringify(before) && { watch }),
            ...(andRun && { status: 'deploying' as const }),
          },
          { context: { ifMatch } },
        )
        .catch((error: unknown) => {
          throw (
            refusedInputs(
              error,
              entries.map(({ input }) => input),
            ) ?? error
          );
        });
    } catch (error) {
      if (!(error instanceof FilesRefused)) throw error;
      setRefused(error.reasons);
      return setProblem(error.message);
    }
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
    const { data } = await service.projects.get.query({ id: project._id });
    const runId = andRun ? data.progress?.runId : undefined;
    announce(runId === undefined ? 'The project is saved.' : 'The check has started.');
    if (runId === undefined)
      await navigate({ to: '/projects/$projectId', params: { projectId: project._id } });
    else
      await navigate({ to: '/projects/$projectId/runs/$runId', params: { projectId: project._id, runId } });
  });

  const refusedFolder = failure?.fields['watch.folder'];

  function add(more: CheckInput[]) {
    const added = withoutRepeats(inputs, more).slice(inputs.length);
    setEntries((current) => [...current, ...added.map((input) => ({ stored: null, input }))]);
  }

  function save(andRun: boolean) {
    if (name.trim() === '') return setProblem('Enter a name.');
    void run(andRun);
  }

  const change = (entry: Entry, next: Entry[]) =>
    setEntries((current) => current.flatMap((one) => (one === entry ? next : [one])));
  if (project.status === 'deploying')
    return <p>This project is being checked. Wait for the end of the check, or cancel it, to change it.</p>;
  return (
    <section className="card box check stack loose" aria-label="Documents and rules">
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {watchFolders.length > 0 || before !== null ? (
        <WatchFields watch={watch} folders={watchFolders} problem={refusedFolder} onChange={setWatch} />
      ) : null}
      {watch === null ? (
        <>
          <ul className="inputs" aria-label="Documents">
            {entries.map((entry) => (
              <EntryRow
                key={entry.stored?.url ?? (entry.input ? inputKey(entry.input) : '')}
                entry={entry}
                problem={entry.input ? refused.get(inputKey(entry.input)) : undefined}
                onChange={(next) => change(entry, next)}
              />
            ))}
          </ul>
          <DropZone onAdd={add} />
          <PasteInputs texts={inputs.filter(({ kind }) => kind === 'text').length} onAdd={add} />
        </>
      ) : null}
      <Choice
        label="Rules"
        name="rules"
        options={choicesOf(ruleSets)}
        value={politicsId}
        onChange={setPoliticsId}
      />
      <ScopeChoice scope={scope} onChange={setScope} />
      <div className="buttons">
        {mayRun && watch === null ? (
          <Button kind="main" busy={busy} onClick={() => save(true)}>
            {busy ? `${step}…` : 'Save and check'}
          </Button>
        ) : null}
        <Button kind={watch === null ? 'plain' : 'main'} busy={busy} onClick={() => save(false)}>
          Save
        </Button>
        <Link to="/projects/$projectId" params={{ projectId: project._id }} className="button button-plain">
          Cancel
        </Link>
      </div>
      <Problem>
        {failure?.code === 'precondition_failed'
          ? 'Somebody has changed this project since you opened it. Reload the page to see how.'
          : (problem ?? (refusedFolder ? null : failure?.text))}
      </Problem>
    </section>
  );
}

type EntryRowProps = { entry: Entry; problem: string | undefined; onChange: (next: Entry[]) => void };

function EntryRow({ entry, problem, onChange }: EntryRowProps) {
  const { stored, input } = entry;
  const name = nameOf(entry);
  return (
    <li className="line">
      <span>{name}</span>
      {input === null ? null : (
        <span className="tag">{stored === null ? 'New' : `Replaced by ${input.name}`}</span>
      )}
      {stored === null ? null : (
        <FileButton
          kind="quiet"
          onChoose={(files) => {
            const [file] = chosenFiles(files);
            if (file !== undefined) onChange([{ stored, input: file }]);
          }}
        >
          Replace<span className="screen-reader-only"> {name} by a new version</span>
        </FileButton>
      )}
      {stored !== null && input !== null ? (
        <Button kind="quiet" onClick={() => onChange([{ stored, input: null }])}>
          Keep the old version
        </Button>
      ) : (
        <Button kind="quiet" label={`Remove ${name}`} onClick={() => onChange([])}>
          Remove
        </Button>
      )}
      {problem === undefined ? null : <span className="below-problem input-problem">{problem}</span>}
    </li>
  );
}

/**
 * The name of a document in the project. A new version keeps the name, so that its findings are compared with the ones of
 * the version before and reviews still apply; it gets another ending with another kind of file.
 */
function nameOf({ stored, input }: Entry): string {
  if (stored === null) return input?.name ?? '';
  const ending = /\.[a-z0-9]{1,5}$/i;
  const [own = '', other = ''] = [stored.name, input?.name].map((one) => ending.exec(one ?? '')?.[0]);
  if (input === null || other.toLowerCase() === own.toLowerCase()) return stored.name;
  return `${own === '' ? stored.name : stored.name.slice(0, -own.length)}${other}`;
}
