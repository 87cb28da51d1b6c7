import { labelSign } from '../../src/services/report/words.ts';
import type { Finding } from '../service/service.ts';
import { verdictOf } from './verdict.ts';

/** The answer in words. Only a proved one is filled with colour; a guess has a dashed edge and says "possibly". */
export function VerdictTag({ finding }: { finding: Pick<Finding, 'assessed' | 'label' | 'outcome'> }) {
  const { words, icon, tone, certainty } = verdictOf(finding);
  return (
    <span className={`verdict verdict-${certainty} verdict-${tone}`} data-certainty={certainty}>
      <span aria-hidden="true">{icon}</span> {words}
    </span>
  );
}

/** How well the answer is established: a sign of its own shape and the label's word. */
export function LabelBadge({ finding }: { finding: Finding }) {
  const { icon, word } = labelSign(finding);
  return (
    <span className="label-badge">
      <span aria-hidden="true">{icon}</span> {word}
    </span>
  );
}
