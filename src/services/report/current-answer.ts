import type { Finding, Label, Outcome } from '../../../engine/model/finding.ts';

/**
 * The answer that counts, which the page and every report show: the reviewer's, if there is one, otherwise Proviso's. A
 * review can leave out the outcome. An outcome that a person gives is a decision and no guess (`isCertain`), also with
 * the label ESTIMATED; with NOT FOUND the person says that nothing decides the rule.
 */
export function currentAnswer({ label, outcome, review }: Pick<Finding, 'label' | 'outcome' | 'review'>): {
  label: Label | null;
  outcome: Outcome;
  isCertain: boolean;
} {
  if (review === null) return { label, outcome, isCertain: label === 'CONFIRMED' };
  const isCertain =
    review.label === 'CONFIRMED' || (review.label === 'ESTIMATED' && review.outcome !== undefined);
  return { label: review.label, outcome: review.outcome ?? outcome, isCertain };
}

/** Whether the documents break a rule, at least in part. */
export function breaksRule(finding: Finding): boolean {
  const { outcome } = currentAnswer(finding);
  return outcome === 'violated' || outcome === 'partly_satisfied';
}

/** Whether nothing bears on a rule that has a clause to insert. */
export function lacksClause(finding: Finding): boolean {
  const { label, outcome } = currentAnswer(finding);
  return label === 'NOT FOUND' && outcome !== 'satisfied' && finding.rule.wording !== undefined;
}
