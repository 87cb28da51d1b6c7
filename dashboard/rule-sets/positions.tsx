import { LongField } from '../parts/controls/field.tsx';
import type { DraftRule } from './draft.ts';
import { Entries } from './entries.tsx';

type PositionsProps = { rule: DraftRule; number: number; onChange: (rule: DraftRule) => void };

const texts = [
  ['preferred', 'Preferred position, if the description is only the topic'],
  ['never', 'Refused in any case, as a document would say it'],
  ['wording', 'Suggested clause'],
] as const;
const mostFallbacks = 5;

/** What one would like to have, what is acceptable too, and what is refused. It is folded until it is opened. */
export function Positions({ rule, number, onChange }: PositionsProps) {
  const { preferred, fallbacks, never, wording } = rule;
  const used = [preferred, never, wording, ...(fallbacks ?? [])].filter(Boolean).length;
  const [first, ...others] = texts.map(([field, label]) => (
    <LongField
      key={field}
      label={label}
      rows={2}
      maxLength={10_000}
      value={rule[field] ?? ''}
      onChange={({ target: { value } }) => onChange({ ...rule, [field]: value || undefined })}
    />
  ));
  return (
    <details className="rule-more">
      <summary className="rule-more-title">
        Positions<span className="screen-reader-only"> of rule {number}</span>
        {used > 0 ? ` (${used} set)` : ''}
      </summary>
      <div className="stack">
        {first}
        <Entries
          words="Fallbacks, the best first"
          noun="fallback"
          isLong
          most={mostFallbacks}
          entries={fallbacks}
          onChange={(fallbacks) => onChange({ ...rule, fallbacks })}
        />
        {others}
      </div>
    </details>
  );
}
