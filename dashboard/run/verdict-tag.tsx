import { currentAnswer } from '../../src/services/report/current-answer.ts';
import { labelSign } from '../../src/services/report/words.ts';
import { answerWords, correctionOf, type Judged, verdictOf } from './verdict.ts';

/**
 * The answer that counts: in words, how certain it is, and, if a person has reviewed it, by whom and what Proviso's answer
 * was. Only a proved answer is filled with colour; an estimate has a dashed edge and says "possibly".
 */
export function AnswerTags({ finding }: { finding: Judged }) {
  const { words, icon, tone, certainty } = verdictOf(finding);
  const { label, outcome } = currentAnswer(finding);
  const sign = labelSign({ label });
  const { review } = finding;
  // The label is about Proviso's answer. An outcome that a person has set is decided, whatever Proviso's label was.
  const isOwn = certainty === 'decided' && outcome !== finding.outcome;
  return (
    <>
      <span className={`verdict verdict-${certainty} verdict-${tone}`} data-certainty={certainty}>
        <span aria-hidden="true">{icon}</span> {words}
      </span>
      {label === null || isOwn ? null : (
        <span className="label-badge small">
          <span aria-hidden="true">{sign.icon}</span> {sign.word}
        </span>
      )}
      {review === null ? null : (
        <span className="small">
          ☑{' '}
          {correctionOf(finding) === ''
            ? `accepted by ${review.by}`
            : `decided by ${review.by}, Proviso said: ${answerWords(finding)}`}
        </span>
      )}
    </>
  );
}
