import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { checkedBy } from '../../../src/services/report/words.ts';
import { ownFile } from '../../evidence/own-file.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Choice } from '../../parts/controls/field.tsx';
import { useStoppable } from '../../parts/controls/use-action.ts';
import { Notice, Problem } from '../../parts/notice.tsx';
import { inWorkspace } from '../../parts/page/chosen-workspace.ts';
import { useMay, usePage, useTitle, useUser } from '../../parts/page/page-context.ts';
import { countOf, hasEnded } from '../../parts/words.ts';
import { queries } from '../../service/queries.ts';
import type { Finding, Run } from '../../service/service.ts';
import { RunViews } from '../run-views.tsx';
import { needsChange, SuggestionView } from './suggestion.tsx';
import {
  acceptedRules,
  documentOf,
  offered,
  type Suggestion,
  type Suggestions,
  withAnswer,
} from './suggestions.ts';
import { useSuggestions } from './use-suggestions.ts';

/** Changes of a document that would mend what breaks the rules of a run, and the Word file with the accepted ones. */
export function RedlinePage() {
  const { projectId, runId } = useParams({ from: '/projects/$projectId/runs/$runId/redline' });
  const { service } = usePage();
  const run = useQuery(queries.run(service, projectId, runId));
  const findings = useQuery(queries.findings(service, projectId, runId));
  const mayRun = useMay('run');
  useTitle('Suggested changes');
  return (
    <div className="sheet stack">
      <h1 tabIndex={-1}>Suggested changes</h1>
      <RunViews projectId={projectId} runId={runId} />
      <Problem of={run.error ?? findings.error} />
      {!mayRun ? (
        <p className="soft">Your role in this workspace does not include checks, which suggestions need.</p>
      ) : run.data === undefined || findings.data === undefined ? null : hasEnded(run.data) ? (
        <Redline projectId={projectId} run={run.data} findings={findings.data} />
      ) : (
        <p className="soft">Changes can be suggested when the run has ended.</p>
      )}
    </div>
  );
}

type RedlineProps = { projectId: string; run: Run; findings: readonly Finding[] };

function Redline({ projectId, run, findings }: RedlineProps) {
  const { service, announce } = usePage();
  const { model } = useUser();
  const rules = run.politics.rules.length;
  const [wantsProposals, setWantsProposals] = useState(false);
  const { all, save } = useSuggestions(run._id);
  const { file: linked } = useSearch({ from: '/projects/$projectId/runs/$runId/redline' });
  const [chosen, setChosen] = useState(linked);
  const names = run.files.map(({ name }) => name);
  const byDefault = Number(Object.keys(all)[0] ?? Math.max(0, names.findIndex(isWord)));
  const file = chosen !== undefined && chosen in names ? chosen : byDefault;
  const suggestions = all[file];
  const heading = useRef<HTMLHeadingElement>(null);
  const download = useRef<HTMLAnchorElement>(null);
  /** Which work has ended on this page: the first suggestions, or another Word file. */
  const [ended, setEnded] = useState<{ isFirst: boolean } | null>(null);
  const worked = useRef(file);
  const { failure, ...working } = useStoppable(async (signal, accept?: readonly string[]) => {
    worked.current = file;
    const proposes = suggestions?.proposes ?? wantsProposals;
    const asked = { id: projectId, runId: run._id, file, ...(accept && { accept: [...accept] }) };
    const { data } = await service.runs.redline.mutate(
      { ...asked, ...(proposes && { propose: true }) },
      { signal },
    );
    const now = save(file, (before) => ({ ...withAnswer(accept && before, data), proposes }));
    const isReady = accept !== undefined && documentOf(now) !== undefined;
    announce(isReady ? 'The Word file is ready.' : countWords(now.findings));
    setEnded({ isFirst: accept === undefined });
  });
  // What failed for another file is not said of this one.
  const trouble = failure?.fields.file ?? failure?.text;
  const work = { ...working, trouble: worked.current === file ? trouble : undefined };
  // The button that was pressed is gone.
  useEffect(() => {
    if (ended !== null) ((ended.isFirst ? null : download.current) ?? heading.current)?.focus();
  }, [ended]);
  const here = findings.filter(({ subject }) => subject.kind === 'project' || subject.fileIndex === file);
  const breaking = here.filter(needsChange).length;
  return (
    <>
      {names.length > 1 && !work.busy ? (
        <Choice
          label="Document to change"
          options={names.map((name, at) => [String(at), name] as const)}
          value={String(file)}
          onChange={(value) => setChosen(Number(value))}
        />
      ) : null}
      {isWord(names[file] ?? '') ? null : (
        <Notice>
          You get a list of changes for {names[file]}, and no file: only Word files (.docx) get tracked
          changes.
        </Notice>
      )}
      {breaking === 0 ? (
        <p>No finding is violated or partly satisfied, and no suggested clause is missing.</p>
      ) : suggestions === undefined ? (
        <section className="card box stack loose" aria-label="What will happen">
          <p>
            {breaking === 1 ? '1 finding needs' : `${breaking} findings need`} a change. Proviso changes the
            numbers that break rules, and inserts suggested clauses that are missing, in a copy of{' '}
            {names[file]}, and checks the copy with {rules === 1 ? 'the rule' : `all ${rules} rules`}. It
            offers a change only if its rule is satisfied then and no other answer is worse. Your file stays
            as it is.
          </p>
          <Cost />
          {model === null ? null : (
            <label>
              <input
                type="checkbox"
                checked={wantsProposals}
                disabled={work.busy}
                onChange={({ target }) => setWantsProposals(target.checked)}
              />{' '}
              Let the model propose a sentence where no number decides. Its other names and numbers stay.
            </label>
          )}
          <Working {...work} words="Suggest changes" onStart={() => void work.run()} />
        </section>
      ) : (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {countWords(suggestions.findings)}
          </h2>
          <List {...{ projectId, suggestions, file }} runId={run._id} />
          {isWord(names[file] ?? '') ? <WordFile {...{ suggestions, download, work }} /> : null}
        </>
      )}
    </>
  );
}

const isWord = (name: string) => /\.docx$/i.test(name);

/** What a check of the copy costs, said before it starts. */
function Cost() {
  const { model } = useUser();
  return (
    <p className="soft">
      {model === null
        ? `The copy is checked by ${checkedBy(model)}, which costs nothing. Words alone often cannot tell whether a changed sentence satisfies its rule; the change is not offered then.`
        : `The copy is checked by ${checkedBy(model)}. This takes as long as a check of the document and costs as many tokens, or several times that if changes affect each other.`}
    </p>
  );
}

type WorkingProps = {
  words: string;
  busy: boolean;
  trouble: string | undefined;
  onStart: () => void;
  stop: () => void;
};

/** The button that starts the work, the sign that it goes on, and the button that stops it. */
function Working({ words, busy, trouble, onStart, stop }: WorkingProps) {
  return (
    <div className="working stack tight">
      <div className="buttons">
        <Button kind="main" busy={busy} onClick={onStart}>
          {busy ? 'Checking a copy…' : words}
        </Button>
        {busy ? <Button onClick={stop}>Stop</Button> : null}
      </div>
      <div role="status">
        {busy ? (
          <>
            <progress aria-label="Checking a copy" />
            <p className="soft">The copy is being checked. Leaving this page stops it.</p>
          </>
        ) : null}
      </div>
      <Problem>{trouble}</Problem>
    </div>
  );
}

function countWords(findings: readonly Suggestion[]): string {
  if (findings.length === 0) return 'Nothing needs a change';
  const count = offered(findings).length;
  const withheld = findings.length - count;
  return `${countOf(count, 'change')} offered${withheld === 0 ? '' : `, ${withheld} not offered`}`;
}

type ListProps = { projectId: string; runId: string; suggestions: Suggestions; file: number };

/** The offered changes first. */
function List({ projectId, runId, suggestions: { findings, documents }, file }: ListProps) {
  const sorted = findings.toSorted((one, other) => Number(other.offered) - Number(one.offered));
  return (
    <ul className="stack loose">
      {sorted.map((one) => (
        <li key={one.findingId} className="card box stack tight">
          <h3>
            <Link
              to="/projects/$projectId/runs/$runId"
              params={{ projectId, runId }}
              search={{ finding: one.findingId }}
            >
              {one.rule.name}
            </Link>
          </h3>
          <SuggestionView file={file} one={one} canDecide={documents.length > 0} />
        </li>
      ))}
    </ul>
  );
}

type WordFileProps = {
  suggestions: Suggestions;
  download: RefObject<HTMLAnchorElement | null>;
  work: Omit<WorkingProps, 'words' | 'onStart'> & { run: (accept: readonly string[]) => unknown };
};

/** The Word file with the accepted changes. Changes that were not checked together are checked first. */
function WordFile({ suggestions, download, work }: WordFileProps) {
  const { model } = useUser();
  const accepted = acceptedRules(suggestions);
  const document = documentOf(suggestions);
  const path = ownFile(document?.url);
  return (
    <section className="stack" aria-label="The Word file">
      {document !== undefined && path !== null ? (
        <>
          <p>
            <a
              ref={download}
              className="button button-main"
              href={inWorkspace(path)}
              download={document.name}
            >
              Download {document.name}
            </a>
          </p>
          <p className="soft">
            {accepted.length === 0
              ? 'The file has no change, only comments that say why.'
              : `The file has ${countOf(accepted.length, 'accepted change')} as tracked changes by Proviso, each with a comment that names its rule. You accept or reject them in Word.`}{' '}
            The service keeps it for a day.
          </p>
        </>
      ) : accepted.length === 0 ? (
        <p className="soft">Every change is rejected, so there is no Word file.</p>
      ) : (
        <>
          <p>
            {accepted.length === 1
              ? 'The accepted change was'
              : `The ${accepted.length} accepted changes were`}{' '}
            checked together with the rejected ones, so Proviso first checks a copy without those.
          </p>
          {model === null ? null : <Cost />}
          <Working
            {...work}
            words={`Make the Word file with ${countOf(accepted.length, 'change')}`}
            onStart={() => void work.run(accepted)}
          />
        </>
      )}
    </section>
  );
}
