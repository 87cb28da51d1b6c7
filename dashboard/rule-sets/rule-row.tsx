import { useId } from 'react';
import type { LintProblem } from '../service/service.ts';
import type { DraftRule } from './draft.ts';
import { RuleProblems } from './lint/rule-problems.tsx';
import { MoreFields } from './more-fields.tsx';

type RuleRowProps = {
  rule: DraftRule;
  number: number;
  of: number;
  problems: readonly LintProblem[];
  onChange: (rule: DraftRule) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onTry: () => void;
};

const absences = [
  ['', 'it stays open'],
  ['violated', 'the rule is violated'],
  ['satisfied', 'the rule is satisfied'],
] as const;

/** The editor's row for one rule: its fields, and buttons that move or remove the rule. */
export function RuleRow({ rule, number, of, problems, onChange, onMove, onRemove, onTry }: RuleRowProps) {
  const id = useId();
  const named = rule.name || `rule ${number}`;
  const fix = ({ field, replacement }: NonNullable<LintProblem['fix']>) => {
    if (field === 'rule') return onRemove();
    if (field !== 'ifAbsent') return onChange({ ...rule, [field]: replacement ?? '' });
    const ifAbsent = replacement === 'violated' || replacement === 'satisfied' ? replacement : undefined;
    onChange({ ...rule, ifAbsent });
  };
  return (
    <li className="rule" aria-label={`Rule ${number}`}>
      <div className="rule-fields">
        <div className="field">
          <label htmlFor={`${id}-name`}>Rule {number}</label>
          <input
            id={`${id}-name`}
            className="input"
            value={rule.name}
            maxLength={500}
            placeholder="Name"
            autoComplete="off"
            onChange={(event) => onChange({ ...rule, name: event.target.value })}
          />
        </div>
        <textarea
          className="input"
          aria-label={`What rule ${number} asks`}
          rows={2}
          maxLength={10_000}
          placeholder="What the documents must, must not or may say"
          value={rule.description}
          onChange={(event) => onChange({ ...rule, description: event.target.value })}
        />
        <label className="absent">
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
        <MoreFields rule={rule} number={number} onChange={onChange} />
      </div>
      <div className="rule-buttons">
        <button type="button" className="button button-quiet" aria-label={`Try ${named}`} onClick={onTry}>
          Try
        </button>
        <MoveButton words="up" named={named} possible={number > 1} onMove={() => onMove(number - 2)} />
        <MoveButton words="down" named={named} possible={number < of} onMove={() => onMove(number)} />
        <button
          type="button"
          className="button button-quiet"
          aria-label={`Remove ${named}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
    </li>
  );
}

function MoveButton({
  words,
  named,
  possible,
  onMove,
}: {
  words: 'up' | 'down';
  named: string;
  possible: boolean;
  onMove: () => void;
}) {
  return (
    <button
      type="button"
      className="button button-quiet"
      data-move={words}
      aria-label={`Move ${named} ${words}`}
      aria-disabled={!possible || undefined}
      onClick={possible ? onMove : undefined}
    >
      {words === 'up' ? '↑' : '↓'}
    </button>
  );
}
