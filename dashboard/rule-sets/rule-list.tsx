import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/controls/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { type Draft, type DraftRule, draftRule, moved, outputText } from './draft.ts';
import { AddRules } from './files/add-rules.tsx';
import type { ReadRules } from './files/rule-formats.ts';
import { useLint } from './lint/use-lint.ts';
import { RuleRow } from './rule-row.tsx';

type RuleListProps = { draft: Draft; onChange: (draft: Draft) => void; onTry: (id: number) => void };

/** The last removal of a rule, which the user can undo: its description, and the rules as they were before it. */
type Undo = { words: string; rules: DraftRule[] };

/** The rules of a draft, and the ways to add, move and remove rules. */
export function RuleList({ draft, onChange, onTry }: RuleListProps) {
  const { rules } = draft;
  const problems = useLint(rules);
  const [undo, setUndo] = useState<Undo | null>(null);
  const [shapeIgnored, setShapeIgnored] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const headingId = useId();
  const setRules = (next: DraftRule[]) => onChange({ ...draft, rules: next });

  function add({ rules: more, outputFormat, secondSignOff }: ReadRules) {
    const added = more.map(draftRule);
    const hasShape = draft.outputFormat.trim() !== '';
    setShapeIgnored(outputFormat !== null && hasShape && outputText(outputFormat) !== draft.outputFormat);
    flushSync(() =>
      onChange({
        ...draft,
        rules: [...rules, ...added],
        ...(!hasShape && { outputFormat: outputText(outputFormat) }),
        ...(secondSignOff && { secondSignOff }),
      }),
    );
    if (added.length === 1) list.current?.lastElementChild?.querySelector('textarea')?.focus();
  }

  function remove(index: number) {
    const rule = rules[index];
    if (rule === undefined) return;
    setUndo({ words: `“${rule.name || 'Rule without a name'}” was removed.`, rules });
    setRules(rules.filter((_, at) => at !== index));
  }

  function move(from: number, to: number) {
    flushSync(() => setRules(moved(rules, from, to)));
    const direction = to < from ? 'up' : 'down';
    list.current?.children[to]?.querySelector<HTMLElement>(`[data-move=${direction}]`)?.focus();
  }

  return (
    <section className="rules" aria-labelledby={headingId}>
      <h2 id={headingId}>Rules{rules.length > 0 ? ` (${rules.length})` : ''}</h2>
      <ol ref={list} className="rule-list">
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.row}
            rule={rule}
            number={index + 1}
            of={rules.length}
            problems={problems.get(rule.row) ?? []}
            onChange={(next) => setRules(rules.map((one) => (one.row === next.row ? next : one)))}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
            onTry={() => onTry(rule.row)}
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
      {shapeIgnored ? (
        <Notice kind="care">
          The output shape of the file was not imported, because this rule set already has one.
        </Notice>
      ) : null}
      <AddRules isFirst={rules.length === 0} onAdd={add} />
    </section>
  );
}
