import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
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
import { useOpenRun } from './use-start.ts';
import { WatchFields } from './watch.tsx';

/**
 * Changes a project: its documents, its rule set, its name. A document can be replaced by its new version; for
 * `?version=true`, this is what the person came for.
 */
export function EditProjectPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/edit' });
  const { version = false } = useSearch({ from: '/projects/$projectId/edit' });
  const what = version ? 'Check a new version of' : 'Change';
  const { service } = usePage();
  const { data, error } = useQuery({
    ...queries.taggedProject(service, projectId),
    refetchOnWindowFocus: false,
  });
  useTitle(data ? `${what} ${data.project.name}` : null);
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>
        {data ? `${what} “${data.project.name}”` : error ? 'This project cannot be shown' : 'One moment…'}
      </h1>
      <Problem of={error} />
      {data ? <EditForm {...data} isVersion={version} /> : null}
    </div>
  );
}

type StoredFile = ProjectView['files'][number];
/**
 * A document of the project. `input` is a new one, or the new version of `stored`. With `isOpen`, the person has yet to say
 * which of the two.
 */
type Entry = { stored: StoredFile | null; input: CheckInput | null; isOpen?: boolean };

function EditForm({ project, tag, isVersion }: TaggedProject & { isVersion: boolean }) {
  const { service, announce } = usePage();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const openRun = useOpenRun(project._id);
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
        return file
          ? [{ ...file, ...(stored && input && { versionOf: stored.versionOf ?? stored.name }) }]
          : [];
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
    announce(andRun ? 'The check has started.' : 'The project is saved.');
    if (andRun && (await openRun())) return;
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
    await navigate({ to: '/projects/$projectId', params: { projectId: project._id } });
  });

  const refusedFolder = failure?.fields['watch.folder'];

  function add(more: CheckInput[]) {
    setProblem(null);
    const added = withoutRepeats(inputs, more).slice(inputs.length);
    setEntries((current) => withAdded(current, added, isVersion));
  }

  function save(andRun: boolean) {
    if (name.trim() === '') return setProblem('Enter a name.');
    const open = entries.some(isFree) && entries.find(({ isOpen }) => isOpen);
    if (open) return setProblem(`Say which document ${nameOf(open)} replaces.`);
    void run(andRun);
  }

  const change = (entry: Entry, next: Entry[]) =>
    setEntries((current) => current.flatMap((one) => (one === entry ? next : [one])));
  const [only] = project.files.length === 1 ? project.files : [];
  if (project.status === 'deploying')
    return <p>This project is being checked. Wait for the end of the check, or cancel it, to change it.</p>;
  return (
    <section className="card box check stack loose" aria-label="Documents and rules">
      {isVersion ? (
        <p>
          {only
            ? `The new version takes the place of ${only.name}.`
            : 'Each new version takes the place of the document that you choose for it.'}{' '}
          Earlier runs and their reviews are kept, and What changed compares the versions.
        </p>
      ) : null}
      <Field
        label="Name"
        name="name"
        defaultValue={name}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Choice
        label="Rules"
        name="rules"
        options={choicesOf(ruleSets)}
        value={politicsId}
        onChange={setPoliticsId}
      />
      <ScopeChoice scope={scope} onChange={setScope} />
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
                old={entries.filter((one) => isFree(one) || (one === entry && one.stored !== null))}
                problem={entry.input ? refused.get(inputKey(entry.input)) : undefined}
                onChange={(next) => change(entry, next)}
                onPlace={(old) => setEntries((current) => placed(current, entry, old))}
              />
            ))}
          </ul>
          <DropZone onAdd={add} what={isVersion ? 'the new version' : 'files'} />
          <PasteInputs texts={inputs.filter(({ kind }) => kind === 'text').length} onAdd={add} />
        </>
      ) : null}
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

type EntryRowProps = {
  entry: Entry;
  /** The documents whose new version the input may be. */
  old: readonly Entry[];
  problem: string | undefined;
  onChange: (next: Entry[]) => void;
  /** Makes the input the new version of a document, or a document of its own. */
  onPlace: (old: Entry | undefined) => void;
};

function EntryRow({ entry, old, problem, onChange, onPlace }: EntryRowProps) {
  const { stored, input, isOpen } = entry;
  const name = nameOf(entry);
  return (
    <li className="line">
      <span>{name}</span>
      {input === null ? null : old.length === 0 ? (
        <span className="tag">New</span>
      ) : (
        <select
          className="input"
          aria-label={`What ${name} is`}
          value={stored?.url ?? (isOpen ? 'open' : 'new')}
          onChange={({ target }) => onPlace(old.find((one) => one.stored?.url === target.value))}
        >
          {isOpen ? <option value="open">Choose what it replaces…</option> : null}
          {old.map((one) => (
            <option key={one.stored?.url} value={one.stored?.url}>
              New version of {one.stored?.name}
            </option>
          ))}
          <option value="new">Another document</option>
        </select>
      )}
      {stored === null ? null : (
        <FileButton
          kind="quiet"
          onChoose={(files) => {
            const [file] = chosenFiles(files);
            if (file !== undefined) onChange([{ stored, input: file }]);
          }}
        >
          Replace<span className="screen-reader-only"> {stored.name} by a new version</span>
        </FileButton>
      )}
      <Button
        kind="quiet"
        label={`Remove ${name}`}
        onClick={() => onChange(stored && input ? [{ stored, input: null }] : [])}
      >
        Remove
      </Button>
      {problem === undefined ? null : <span className="below-problem input-problem">{problem}</span>}
    </li>
  );
}

/** Whether a document of the project has no new version yet. */
const isFree = ({ stored, input }: Entry) => stored !== null && input === null;

/** The name that a document gets in the project: a file is cited by its own name. */
const nameOf = ({ stored, input }: Entry) => (input ?? stored)?.name ?? '';

/** Makes the input of an entry the new version of the document of `old`, or a document of its own. */
function placed(entries: readonly Entry[], entry: Entry, old: Entry | undefined): Entry[] {
  const { stored, input } = entry;
  return entries.flatMap((one): Entry[] => {
    if (one === old) return [{ ...old, input }];
    if (one !== entry) return [one];
    return [...(stored ? [{ stored, input: null }] : []), ...(old ? [] : [{ stored: null, input }])];
  });
}

/**
 * Adds inputs to the documents. One with the name of a document is its new version. A person who came to check a new version
 * of the only document means that one; of several documents, the person says which.
 */
function withAdded(entries: readonly Entry[], added: readonly CheckInput[], isVersion: boolean): Entry[] {
  const all = [...entries];
  const isOnly = isVersion && entries.length === 1 && added.length === 1;
  for (const input of added) {
    const free = all.filter(isFree);
    const old = free.find(({ stored }) => isOnly || stored?.name === input.name);
    if (old === undefined) all.push({ stored: null, input, isOpen: isVersion && free.length > 0 });
    else all[all.indexOf(old)] = { ...old, input };
  }
  return all;
}
