import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { countOf } from '../parts/words.ts';
import type { LintProblem } from '../service/service.ts';
import type { DraftRule } from './draft.ts';
import { MoreFields } from './more-fields.tsx';
import { Positions } from './positions.tsx';

type RuleRowProps = {
  rule: DraftRule;
  number: number;
  of: number;
  problems: readonly LintProblem[];
  isOpen: boolean;
  onToggle: () => void;
  onChange: (rule: DraftRule) => void;
  /** `by`: the control that is used, which keeps the focus. */
  onMove: (to: number, by: Move) => void;
  onRemove: () => void;
  onTry: () => void;
};

export type Move = 'up' | 'down' | 'to';

const moves = [
  ['up', '↑', -1],
  ['down', '↓', 1],
] as const;

const absences = [
  ['', 'it stays open'],
  ['violated', 'the rule is violated'],
  ['satisfied', 'the rule is satisfied'],
] as const;

/** The editor's row for one rule: one line, and its fields if it is open. */
export function RuleRow({ rule, number, of, problems, isOpen, onToggle, ...on }: RuleRowProps) {
  const { onChange, onMove, onRemove, onTry } = on;
  const named = rule.name || `rule ${number}`;
  const fix = ({ field, replacement }: NonNullable<LintProblem['fix']>) => {
    if (field === 'rule') return onRemove();
    const ifAbsent = replacement === 'violated' || replacement === 'satisfied' ? replacement : undefined;
    onChange({ ...rule, ifAbsent });
  };
  return (
    <li className="rule" aria-label={`Rule ${number}`} data-row={rule.row}>
      <div className="rule-head">
        <button type="button" className="rule-line as-text" aria-expanded={isOpen} onClick={onToggle}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
          {isOpen ? `Rule ${number}` : <Line rule={rule} number={number} problems={problems} />}
        </button>
        {moves.map(([by, sign, step]) => {
          const to = number - 1 + step;
          const isPossible = to >= 0 && to < of;
          return (
            <button
              key={by}
              type="button"
              className="button button-quiet"
              data-move={by}
              aria-label={`Move ${named} ${by}`}
              aria-disabled={!isPossible || undefined}
              onClick={isPossible ? () => onMove(to, by) : undefined}
            >
              {sign}
            </button>
          );
        })}
      </div>
      {isOpen ? (
        <div className="rule-fields stack">
          <input
            className="input"
            aria-label={`Name of rule ${number}`}
            value={rule.name}
            maxLength={500}
            placeholder="Name"
            autoComplete="off"
            onChange={(event) => onChange({ ...rule, name: event.target.value })}
          />
          <textarea
            className="input"
            aria-label={`What rule ${number} asks`}
            rows={2}
            maxLength={10_000}
            placeholder="What the documents must, must not or may say"
            value={rule.description}
            onChange={(event) => onChange({ ...rule, description: event.target.value })}
          />
          <label className="absent line soft">
            If the documents say nothing about it,{' '}
            <select
              className="input"
              value={rule.ifAbsent ?? ''}
              onChange={({ target: { value } }) => {
                const absence = absences.find(([known]) => known === value);
                if (absence) onChange({ ...rule, ifAbsent: absence[0] || undefined });
              }}
            >
              {absences.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
          <RuleProblems named={named} problems={problems} onFix={fix} />
          <Positions rule={rule} number={number} onChange={onChange} />
          <MoreFields rule={rule} number={number} onChange={onChange} />
          <div className="rule-buttons line between">
            <Button kind="quiet" label={`Try ${named}`} onClick={onTry}>
              Try
            </Button>
            <Place named={named} number={number} of={of} onMove={(to) => onMove(to, 'to')} />
            <Button kind="quiet" label={`Remove ${named}`} onClick={onRemove}>
              Remove
            </Button>
          </div>
        </div>
      ) : null}
    </li>
  );
}

/** A rule in one line: its number, name and kind, the first words of its description, and how many problems it has. */
function Line({ rule, number, problems }: Pick<RuleRowProps, 'rule' | 'number' | 'problems'>) {
  const { name, description, kind, modality } = rule;
  const isWrong = problems.some(({ severity }) => severity === 'error');
  return (
    <>
      <span className="soft">{number}</span>
      <b>{name || 'Rule without a name'}</b>
      {kind === undefined && modality === undefined ? null : (
        <span className="tag tag-plain">{kind === 'question' ? kind : (modality ?? kind)}</span>
      )}
      <span className="soft rule-words">{description === name ? '' : description}</span>
      {problems.length === 0 ? null : (
        <span className={`tag tag-${isWrong ? 'bad' : 'care'}`}>{countOf(problems.length, 'problem')}</span>
      )}
    </>
  );
}

type PlaceProps = { named: string; number: number; of: number; onMove: (to: number) => void };

/** The place of the rule in the list. A new number moves the rule when the person leaves the field or presses Enter. */
function Place({ named, number, of, onMove }: PlaceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const move = () => {
    const to = Math.min(of, Math.round(Number(typed)));
    setTyped(null);
    if (to >= 1 && to !== number) onMove(to - 1);
  };
  return (
    <label className="absent line soft">
      Position
      <input
        className="input"
        type="number"
        min={1}
        max={of}
        aria-label={`Position of ${named}`}
        data-move="to"
        value={typed ?? number}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={move}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          move();
        }}
      />
      of {of}
    </label>
  );
}

const severityWords = { error: 'Error', warning: 'Warning', info: 'Note' } as const;

type RuleProblemsProps = {
  /** The name of the rule, for screen readers. */
  named: string;
  problems: readonly LintProblem[];
  onFix: (fix: NonNullable<LintProblem['fix']>) => void;
};

/** The problems of a rule below its fields, each with what to do and the fix that is offered. */
function RuleProblems({ named, problems, onFix }: RuleProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <ul className="rule-problems stack tight" aria-label={`Problems of ${named}`}>
      {problems.map(({ field, start, severity, message, advice, fix }) => (
        <li key={`${field} ${start} ${message}`} data-severity={severity}>
          <strong>{severityWords[severity]}:</strong> {message} <span className="soft">{advice}</span>
          {fix === undefined ? null : (
            <>
              {' '}
              <Button kind="quiet" onClick={() => onFix(fix)}>
                {fixWords(fix)}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function fixWords({ field, replacement }: NonNullable<LintProblem['fix']>): string {
  if (field === 'rule') return 'Remove this rule';
  return replacement === undefined ? 'Leave it open if absent' : `Set to ${replacement} if absent`;
}
