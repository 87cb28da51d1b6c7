import { labelSign } from '../../src/services/report/words.ts';
import type { Finding } from '../service/service.ts';
import { type Judged, verdictOf } from './verdict.ts';

/**
 * The answer in words. Only a proved answer is filled with colour; an estimate has a dashed edge and says "possibly".
 */
export function VerdictTag({ finding }: { finding: Judged }) {
  const { words, icon, tone, certainty } = verdictOf(finding);
  return (
    <span className={`verdict verdict-${certainty} verdict-${tone}`} data-certainty={certainty}>
      <span aria-hidden="true">{icon}</span> {words}
    </span>
  );
}

/**
 * How certain the answer is: the word of the label, and an icon with a shape of its own for each label. A finding that
 * was not assessed has no label.
 */
export function LabelBadge({ finding }: { finding: Pick<Finding, 'label'> }) {
  if (finding.label === null) return null;
  const { icon, word } = labelSign(finding);
  return (
    <span className="label-badge small">
      <span aria-hidden="true">{icon}</span> {word}
    </span>
  );
}
