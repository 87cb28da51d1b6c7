import type { Evidence } from '../../retrieve/evidence.ts';
import type { Candidate } from './candidates.ts';

/**
 * Below this share of the rule's words, by weight, the best passage speaks of something else. The share of words seen
 * nowhere counts in it, which tells present from absent far better than a raw score (area under the curve .84 to .62).
 */
const leastPresence = 0.35;
const leastCoverage = 0.3;

/** Whether anything in the material bears on the rule. */
export function isFound({ presence }: Evidence, best: Candidate): boolean {
  return presence >= leastPresence && best.coverage >= leastCoverage;
}
