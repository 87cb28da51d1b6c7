import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/controls/button.tsx';
import { useAction } from '../parts/controls/use-action.ts';
import { Problem } from '../parts/notice.tsx';
import { countOf } from '../parts/words.ts';
import type { Rule } from '../service/service.ts';
import { AddRules } from './add-rules.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { type Content, contentOf, type Draft, type DraftRule, draftRule, isFilled, moved } from './draft.ts';
import { RuleRow } from './rule-row.tsx';
import type { Conflict } from './use-rule-set-edit.ts';

type EditorProps = {
  initial: Draft;
  saveWords: string;
  onSave: (content: Content) => Promise<void>;
  conflict?: Conflict | null;
};

/**
 * The last removal or import of rules, which the user can undo: its description, and the rules as they were before it.
 */
type Undo = { words: string; rules: DraftRule[] };

/** The fields of a rule set and its rules, edited in place and saved together. */
export function Editor({ initial, saveWords, onSave, conflict = null }: EditorProps) {
  const [draft, setDraft] = useState(initial);
  const [undo, setUndo] = useState<Undo | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const { run, busy, failure } = useAction(onSave);
  const headingId = useId();

  const setRules = (rules: DraftRule[]) => setDraft((current) => ({ ...current, rules }));

  function add(rules: readonly Rule[]) {
    const added = rules.map(draftRule);
    flushSync(() => setRules([...draft.rules, ...added]));
    if (added.length === 1) list.current?.lastElementChild?.querySelector('textarea')?.focus();
  }

  function remove(index: number) {
    const rule = draft.rules[index];
    if (rule === undefined) return;
    setUndo({ words: `“${rule.name || 'Rule without a name'}” was removed.`, rules: draft.rules });
    setRules(draft.rules.filter((_, at) => at !== index));
  }

  function move(from: number, to: number) {
    flushSync(() => setRules(moved(draft.rules, from, to)));
    const direction = to < from ? 'up' : 'down';
    list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${direction}]`)?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const lacks = draft.name.trim() === '' ? 'Give the rule set a name.' : null;
    const empty = draft.rules.some(isFilled) ? null : 'Add at least one rule.';
    setProblem(lacks ?? empty);
    if (lacks === null && empty === null) void run(contentOf(draft));
  }

  return (
    <form className="editor" onSubmit={submit} noValidate>
      <ConflictNotice conflict={conflict} />
      <Texts draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
      <section className="rules" aria-labelledby={headingId}>
        <h2 id={headingId}>Rules{draft.rules.length > 0 ? ` (${draft.rules.length})` : ''}</h2>
        <ol ref={list} className="rule-list">
          {draft.rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              number={index + 1}
              of={draft.rules.length}
              onChange={(next) => setRules(draft.rules.map((one) => (one.id === next.id ? next : one)))}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
        {undo === null ? null : (
          <p className="undo" role="status">
            {undo.words}{' '}
            <Button
              kind="quiet"
              onClick={() => {
                setRules(undo.rules);
                setUndo(null);
              }}
            >
              Undo
            </Button>
          </p>
        )}
        <AddRules isFirst={draft.rules.length === 0} onAdd={add} />
      </section>
      <div className="save-bar">
        <Button type="submit" kind="main" busy={busy}>
          {saveWords}
        </Button>
        <span className="soft">{countOf(draft.rules.filter(isFilled).length, 'rule')}</span>
      </div>
      <Problem>{problem ?? failure?.text}</Problem>
    </form>
  );
}

function Texts({ draft, onChange }: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-name`}>Name</label>
        <input
          id={`${id}-name`}
          className="input"
          value={draft.name}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-description`}>Description (optional)</label>
        <textarea
          id={`${id}-description`}
          className="input"
          rows={2}
          value={draft.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </div>
    </>
  );
}
