import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../parts/controls/button.tsx';
import { SearchField } from '../parts/controls/search-field.tsx';
import { Notice } from '../parts/notice.tsx';
import { usePage } from '../parts/page/page-context.ts';
import { countOf } from '../parts/words.ts';
import type { LintProblem } from '../service/service.ts';
import { type Draft, type DraftRule, draftRule, isFilled, moved, outputText, ruleOf } from './draft.ts';
import { AddRules } from './files/add-rules.tsx';
import type { SetNotAdded } from './files/not-added.ts';
import type { ReadRules } from './files/rule-formats.ts';
import { type Move, RuleRow } from './rule-row.tsx';

type RuleListProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onTry: (id: number) => void;
  setNotAdded: SetNotAdded;
};

/** The last removal of a rule, which the user can undo: its description, and the rules as they were before it. */
type Undo = { words: string; rules: DraftRule[] };

/** At most this many rules are open when the page opens, or when rules are added: more of them are shown as lines. */
const mostOpen = 5;

function openAtFirst(rules: readonly DraftRule[]): number[] {
  return rules.length > mostOpen ? [] : rules.map(({ row }) => row);
}

/** The rules of a draft, and the ways to add, find, move and remove rules. */
export function RuleList({ draft, onChange, onTry, setNotAdded }: RuleListProps) {
  const { rules } = draft;
  const problems = useLint(rules);
  const [undo, setUndo] = useState<Undo | null>(null);
  const [shapeIgnored, setShapeIgnored] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const undoButton = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const { announce } = usePage();
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set(openAtFirst(rules)));
  const openToo = (rows: readonly number[]) => setOpen((current) => new Set([...current, ...rows]));
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const shown = rules.filter((rule) => `${rule.name}\n${rule.description}`.toLowerCase().includes(words));

  const wrong = rules
    .filter(({ row }) => problems.get(row)?.some(({ severity }) => severity === 'error'))
    .map(({ row }) => row)
    .join();
  useEffect(() => {
    if (wrong !== '') setOpen((current) => new Set([...current, ...wrong.split(',').map(Number)]));
  }, [wrong]);

  const setRules = (next: DraftRule[]) => onChange({ ...draft, rules: next });

  function add({ rules: more, outputFormat, secondSignOff }: ReadRules) {
    const added = more.map(draftRule);
    const hasShape = draft.outputFormat.trim() !== '';
    setShapeIgnored(outputFormat !== null && hasShape && outputText(outputFormat) !== draft.outputFormat);
    flushSync(() => {
      setSearch('');
      openToo(openAtFirst(added));
      onChange({
        ...draft,
        rules: [...rules, ...added],
        ...(!hasShape && { outputFormat: outputText(outputFormat) }),
        ...(secondSignOff && { secondSignOff }),
      });
    });
    const first = list.current?.children[rules.length];
    first?.querySelector<HTMLElement>(added.length === 1 ? 'textarea' : '.rule-line')?.focus();
  }

  function remove(removed: DraftRule) {
    flushSync(() => {
      setUndo({ words: `“${removed.name || 'Rule without a name'}” was removed.`, rules });
      setRules(rules.filter((rule) => rule !== removed));
    });
    undoButton.current?.focus();
  }

  function move(from: number, to: number, by: Move) {
    const { row, name } = rules[from] ?? {};
    flushSync(() => setRules(moved(rules, from, to)));
    list.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-move=${by}]`)?.focus();
    announce(`“${name || 'Rule without a name'}” is now rule ${to + 1} of ${rules.length}.`);
  }

  return (
    <section className="rules" aria-labelledby={headingId}>
      <h2 id={headingId} ref={heading} tabIndex={-1}>
        Rules{rules.length > 0 ? ` (${rules.length})` : ''}
      </h2>
      {rules.length < 2 ? null : (
        <div className="rule-tools line">
          <SearchField label="Search the rules" value={search} onChange={setSearch} />
          <Button kind="quiet" onClick={() => openToo(shown.map(({ row }) => row))}>
            Expand all
          </Button>
          <Button kind="quiet" onClick={() => setOpen(new Set())}>
            Collapse all
          </Button>
          <span className="soft" role="status">
            {words === '' ? '' : `${shown.length} of ${countOf(rules.length, 'rule')}`}
          </span>
        </div>
      )}
      <ol ref={list} className="rule-list box">
        {shown.map((rule) => (
          <RuleRow
            key={rule.row}
            rule={rule}
            number={rules.indexOf(rule) + 1}
            of={rules.length}
            problems={problems.get(rule.row) ?? []}
            isOpen={open.has(rule.row)}
            onToggle={() =>
              setOpen(
                open.has(rule.row)
                  ? new Set([...open].filter((row) => row !== rule.row))
                  : new Set([...open, rule.row]),
              )
            }
            onChange={(next) => setRules(rules.map((one) => (one.row === next.row ? next : one)))}
            onMove={(to, by) => move(rules.indexOf(rule), to, by)}
            onRemove={() => remove(rule)}
            onTry={() => onTry(rule.row)}
          />
        ))}
      </ol>
      {undo === null ? null : (
        <p className="undo" role="status">
          {undo.words}{' '}
          <Button
            kind="quiet"
            ref={undoButton}
            onClick={() => {
              heading.current?.focus();
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
      <AddRules isFirst={rules.length === 0} onAdd={add} setNotAdded={setNotAdded} />
    </section>
  );
}

/** The time without typing after which the rules are checked, in ms. */
const pauseMs = 700;

/**
 * The problems of the rules of a draft, by the id of their row. They are asked for when the person pauses typing. A
 * problem is left out as soon as its rule changes. If the service does not answer, there are none.
 */
function useLint(rules: readonly DraftRule[]): ReadonlyMap<number, LintProblem[]> {
  const { service } = usePage();
  const [found, setFound] = useState<{ rule: DraftRule; problems: LintProblem[] }[]>([]);
  const [settled, setSettled] = useState(rules);

  useEffect(() => {
    const timer = setTimeout(() => setSettled(rules), pauseMs);
    return () => clearTimeout(timer);
  }, [rules]);

  useEffect(() => {
    const filled = settled.filter(isFilled);
    if (filled.length === 0) return setFound([]);
    const stop = new AbortController();
    service.ruleSets.lint.mutate({ rules: filled.map(ruleOf) }, { signal: stop.signal }).then(
      ({ data: { problems } }) =>
        setFound(
          filled.map((rule, at) => ({ rule, problems: problems.filter((problem) => problem.rule === at) })),
        ),
      () => {
        if (!stop.signal.aborted) setFound([]);
      },
    );
    return () => stop.abort();
  }, [service, settled]);

  const current = new Map(rules.map((rule) => [rule.row, rule]));
  return new Map(
    found.flatMap(({ rule, problems }) => {
      const now = current.get(rule.row);
      const isSame =
        now !== undefined && isFilled(now) && JSON.stringify(ruleOf(now)) === JSON.stringify(ruleOf(rule));
      return isSame && problems.length > 0 ? [[rule.row, problems] as const] : [];
    }),
  );
}
