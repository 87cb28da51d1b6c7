import type { Finding, Outcome } from '../../../engine/model/finding.ts';

/** Outcomes by how urgently somebody must act on them. */
const outcomes: readonly Outcome[] = [
  'violated',
  'conflicting',
  'partly_satisfied',
  'undetermined',
  'not_applicable',
  'satisfied',
];

/**
 * The findings of a report with those first that need action first: what is violated, what contradicts itself, what is
 * met in part, what was not assessed or not decided, what is met. Among findings of one outcome, a CONFIRMED breach is
 * before an ESTIMATED one, an ESTIMATED satisfied before a CONFIRMED one, and a passage to read before NOT FOUND.
 * Otherwise the order of the rules is kept.
 */
export function byAction(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((one, other) => urgencyOf(one) - urgencyOf(other));
}

/** Lower is more urgent. */
function urgencyOf({ label, outcome }: Finding): number {
  const place = 3 * outcomes.indexOf(outcome);
  if (label === null) return place;
  const isMet = outcome === 'satisfied' || outcome === 'not_applicable';
  if (label === 'CONFIRMED') return place + (isMet ? 2 : 0);
  return place + (label === 'ESTIMATED' ? 1 : isMet ? 0 : 2);
}
