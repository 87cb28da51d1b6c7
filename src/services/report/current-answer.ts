import type { Finding, Label, Outcome } from '../../../engine/model/finding.ts';

/** The answer that counts: the reviewer's, if there is one, otherwise Proviso's. A review can leave out the outcome. */
export function currentAnswer({ label, outcome, review }: Pick<Finding, 'label' | 'outcome' | 'review'>): {
  label: Label | null;
  outcome: Outcome;
} {
  return review === null ? { label, outcome } : { label: review.label, outcome: review.outcome ?? outcome };
}
