import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog } from '../parts/controls/confirm-dialog.tsx';
import { Field, LongField } from '../parts/controls/field.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem, ProblemList } from '../parts/notice.tsx';
import { useMay, useWorkspaces } from '../parts/page/page-context.ts';
import { countOf } from '../parts/words.ts';
import { type Content, contentOf, type Draft, isFilled, outputShapeOf, ruleOf } from './draft.ts';
import { RuleList } from './rule-list.tsx';
import { KnowledgeFiles } from './settings/knowledge-files.tsx';
import { OutputShape } from './settings/output-shape.tsx';
import { Recipients } from './settings/recipients.tsx';
import { TryPanel } from './trial/try-panel.tsx';
import type { Conflict } from './use-rule-set-edit.ts';

type EditorProps = {
  initial: Draft;
  saveWords: string;
  onSave: (content: Content) => Promise<void>;
  conflict?: Conflict | null;
};

/** The fields of a rule set, edited in place and saved together. Beside them, one rule can be tried on documents. */
export function Editor({ initial, saveWords, onSave, conflict = null }: EditorProps) {
  const [draft, setDraft] = useState(initial);
  const [triedId, setTriedId] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const [notAdded, setNotAdded] = useState(0);
  const problem = isRefused ? problemOf(draft, notAdded) : null;
  const { run, busy, failure } = useAction(onSave);
  const isSaving = useRef(false);
  const mayWrite = useMay('write');
  const [opened] = useState(draft);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(opened);
  const tried = draft.rules.find((rule) => rule.row === triedId && isFilled(rule));
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy || !mayWrite) return;
    const isFit = problemOf(draft, notAdded) === null;
    setIsRefused(!isFit);
    if (isFit) void save();
  }

  async function save() {
    isSaving.current = true;
    await run(contentOf(draft));
    isSaving.current = false;
  }

  return (
    <div className="editor-sides stack" data-trying={tried !== undefined}>
      <UnsavedChanges areThere={() => (isChanged || notAdded > 0) && !isSaving.current} />
      <form className="editor stack" onSubmit={submit} noValidate>
        <ConflictNotice conflict={conflict} />
        <Texts draft={draft} onChange={change} />
        <RuleList draft={draft} onChange={setDraft} onTry={setTriedId} setNotAdded={setNotAdded} />
        <Settings draft={draft} onChange={setDraft} />
        <div className="save-bar line">
          <ProblemList
            problems={
              problem === null
                ? failure === null
                  ? []
                  : [failure.text, ...Object.entries(failure.fields).map(([path, why]) => `${path}: ${why}`)]
                : [problem]
            }
          />
          {mayWrite ? (
            <Button type="submit" kind="main" busy={busy}>
              {saveWords}
            </Button>
          ) : (
            <span className="soft">Your role in this workspace does not include changing rule sets.</span>
          )}
          <span className="soft">
            {countOf(draft.rules.filter(isFilled).length, 'rule')}
            {notAdded > 0 ? `, ${notAdded} not added yet` : ''}
          </span>
        </div>
      </form>
      {tried === undefined ? null : (
        <TryPanel
          key={tried.row}
          rule={ruleOf(tried)}
          knowledgeFiles={draft.knowledgeFiles}
          onClose={() => setTriedId(null)}
        />
      )}
    </div>
  );
}

function problemOf({ name, rules, outputFormat }: Draft, notAdded: number): string | null {
  if (notAdded > 0)
    return `Not added yet: ${countOf(notAdded, 'rule')}. Add or discard what is shown above, then save.`;
  if (name.trim() === '') return 'Give the rule set a name.';
  if (!rules.some(isFilled)) return 'Add at least one rule.';
  const shape = outputShapeOf(outputFormat);
  return 'problem' in shape ? shape.problem : null;
}

function Texts({ draft, onChange }: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  return (
    <>
      <Field
        label="Name"
        value={draft.name}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <LongField
        label="Description (optional)"
        rows={2}
        value={draft.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}

type SettingsProps = { draft: Draft; onChange: (change: (draft: Draft) => Draft) => void };

/** What a rule set can have besides its rules. Each part is closed until it is used, since most rule sets need none. */
function Settings({ draft, onChange }: SettingsProps) {
  const { knowledgeFiles, contactNotifications, outputFormat, secondSignOff, rules } = draft;
  const isAlone = useWorkspaces().current.members === 1;
  const set = (change: Partial<Draft>) => onChange((current) => ({ ...current, ...change }));
  return (
    <div className="settings stack">
      <details className="box" open={knowledgeFiles.length > 0}>
        <summary>
          Knowledge files <span className="soft">{knowledgeFiles.length || 'none'}</span>
        </summary>
        <p className="soft">
          The policy, standard or law behind the rules. Findings show what it says; only the documents that
          you check can meet or break a rule.
        </p>
        <KnowledgeFiles
          files={knowledgeFiles}
          onChange={(next) =>
            onChange((current) => ({ ...current, knowledgeFiles: next(current.knowledgeFiles) }))
          }
        />
      </details>
      <details className="box" open={contactNotifications.length > 0}>
        <summary>
          Recipients <span className="soft">{contactNotifications.length || 'none'}</span>
        </summary>
        <p className="soft">They are notified when a check against this rule set ends.</p>
        <Recipients
          recipients={contactNotifications}
          onChange={(next) => set({ contactNotifications: next })}
        />
      </details>
      <details className="box" open={outputFormat !== ''}>
        <summary>
          Output shape <span className="soft">{outputFormat.trim() === '' ? 'none' : 'set'}</span>
        </summary>
        <p className="soft">
          For programs: each result also has an output in this shape, filled by the names of its keys.
        </p>
        <OutputShape
          text={outputFormat}
          rules={rules.filter(isFilled).map(ruleOf)}
          onChange={(next) => set({ outputFormat: next })}
        />
      </details>
      <details open={secondSignOff}>
        <summary>
          Sign-off <span className="soft">{secondSignOff ? 'by two people' : 'by one person'}</span>
        </summary>
        <label>
          <input
            type="checkbox"
            checked={secondSignOff}
            onChange={({ target }) => set({ secondSignOff: target.checked })}
          />{' '}
          A run counts as signed off only after two different people have signed it
        </label>
        {secondSignOff && isAlone ? (
          <p className="soft">
            You are the only member of this workspace, so nobody can sign as the second person.
          </p>
        ) : null}
      </details>
    </div>
  );
}

/** Asks a person who leaves the page with unsaved changes whether to drop them. */
function UnsavedChanges({ areThere }: { areThere: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: areThere,
    enableBeforeUnload: areThere,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmWords="Leave without saving"
      cancelWords="Stay here"
      onConfirm={async () => proceed()}
      onCancel={reset}
    >
      Your changes of this rule set are not saved. If you leave, they are lost.
    </ConfirmDialog>
  );
}

/** Shows what another editor saved in the meantime; the person chooses which version to keep. */
function ConflictNotice({ conflict }: { conflict: Conflict | null }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { run, busy, failure } = useAction(async () => conflict?.keepMine());
  useEffect(() => {
    if (conflict !== null) heading.current?.focus();
  }, [conflict]);
  if (conflict === null) return null;
  return (
    <section className="card box conflict stack" aria-labelledby="conflict">
      <h2 id="conflict" ref={heading} tabIndex={-1}>
        Somebody saved this rule set after you opened it
      </h2>
      <p>Your changes are below and not saved yet. What the other editor changed:</p>
      <ul>
        {conflict.changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <div className="buttons">
        <Button onClick={conflict.takeTheirs}>Use their version</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          Save mine over it
        </Button>
      </div>
      <Problem>{failure?.text}</Problem>
    </section>
  );
}
