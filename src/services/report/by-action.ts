import type { Finding, Outcome } from '../../../engine/model/finding.ts';
import { currentAnswer } from './current-answer.ts';
import { severityPlace, severityPlaces } from './words.ts';

/** The outcomes, sorted by how urgently a person must act on them, most urgent first. */
const outcomes: readonly Outcome[] = [
  'violated',
  'conflicting',
  'partly_satisfied',
  'undetermined',
  'answered',
  'not_applicable',
  'satisfied',
];

/**
 * Returns the findings of a report, sorted by the outcomes that count in the order of `outcomes`. Findings with the same outcome
 * are sorted by the severity of their rule, most severe first and unset last, and then by label: not assessed,
 * CONFIRMED, ESTIMATED, NOT FOUND. If the outcome needs no action (`satisfied` or `not_applicable`), the last three
 * labels have the reverse order, because uncertain answers need a reader. Findings that are equal in all this keep their
 * order.
 */
export function byAction(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => urgencyOf(one) - urgencyOf(other));
}

/** Returns a number that is lower for a more urgent finding. */
function urgencyOf(finding: Finding): number {
  const { label, outcome } = currentAnswer(finding);
  const place = 3 * (outcomes.indexOf(outcome) * severityPlaces + severityPlace(finding.rule));
  if (label === null) return place;
  const isMet = outcome === 'satisfied' || outcome === 'not_applicable';
  if (label === 'CONFIRMED') return place + (isMet ? 2 : 0);
  return place + (label === 'ESTIMATED' ? 1 : isMet ? 0 : 2);
}
