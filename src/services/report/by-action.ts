import type { Finding, Outcome } from '../../../engine/model/finding.ts';
import { currentAnswer } from './current-answer.ts';
import { severityPlace, severityPlaces } from './words.ts';

type Ranked = Pick<Finding, 'label' | 'outcome' | 'review' | 'rule'>;

/** How urgently a person must act on each outcome: the most urgent has the lowest number. */
const urgencies: Readonly<Record<Outcome, number>> = {
  violated: 0,
  conflicting: 1,
  partly_satisfied: 2,
  undetermined: 3,
  answered: 4,
  not_applicable: 5,
  satisfied: 6,
};

/**
 * Returns the findings of a report or of the page, sorted by the urgency of the outcomes that count. Findings with the same outcome
 * are sorted by the severity of their rule, most severe first and unset last, and then by label: not assessed,
 * CONFIRMED, ESTIMATED, NOT FOUND. If the outcome needs no action (`satisfied` or `not_applicable`), the last three
 * labels have the reverse order, because uncertain answers need a reader. Findings that are equal in all this keep their
 * order.
 */
export function byAction<Item extends Ranked>(findings: readonly Item[]): Item[] {
  return findings.toSorted((one, other) => urgencyOf(one) - urgencyOf(other));
}

/** Returns a number that is lower for a more urgent finding. */
export function urgencyOf(finding: Ranked): number {
  const { label, outcome } = currentAnswer(finding);
  const place = 3 * (urgencies[outcome] * severityPlaces + severityPlace(finding.rule));
  if (label === null) return place;
  const isMet = outcome === 'satisfied' || outcome === 'not_applicable';
  if (label === 'CONFIRMED') return place + (isMet ? 2 : 0);
  return place + (label === 'ESTIMATED' ? 1 : isMet ? 0 : 2);
}
