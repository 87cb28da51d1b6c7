import { createHash } from 'node:crypto';
import type { Outcome, Review } from '../../../engine/model/finding.ts';
import type { Counts } from '../../../engine/model/result.ts';

/** A finding that a person has reviewed, with Proviso's own outcome. */
export type ReviewedFinding = { runId: string; outcome: Outcome; review: Review };

/**
 * How far the findings of a run are reviewed. `outcomes` counts the outcomes that reviewers
 * gave, and Proviso's own where a reviewer gave none. It is null if the run has not ended, and for runs of earlier releases.
 */
export type ReviewStatus = {
  findings: number;
  notReviewed: number;
  outcomes: Readonly<Record<Outcome, number>> | null;
};

/**
 * A person's statement that the review of a run is finished. `open` is the state of the review at that moment, and
 * `reviews` identifies the reviews that existed then.
 */
export type SignOff = { by: string; at: string; comment?: string; open: ReviewStatus; reviews: string };

/**
 * A sign-off that does not count any more, because a later one replaced it or a person withdrew it: how, who did so, and
 * when.
 */
export type EarlierSignOff = Omit<SignOff, 'reviews'> & {
  ended: { how: 'replaced' | 'withdrawn'; by: string; at: string };
};

/** The number of earlier sign-offs that a run keeps; the oldest are dropped. */
export const mostEarlierSignOffs = 20;

/** The state of the review of a run, given its reviewed findings. */
export function reviewStatusOf(
  { findings, summary }: { findings: number; summary: { outcomes?: Counts['outcomes'] } | null },
  reviewed: readonly ReviewedFinding[],
): ReviewStatus {
  const notReviewed = Math.max(findings - reviewed.length, 0);
  if (!summary?.outcomes) return { findings, notReviewed, outcomes: null };
  const outcomes = { ...summary.outcomes };
  for (const { outcome, review } of reviewed) {
    outcomes[outcome] -= 1;
    outcomes[review.outcome ?? outcome] += 1;
  }
  return { findings, notReviewed, outcomes };
}

/** Identifies the reviews of a run: it changes when a review is added, changed or removed. */
export function reviewsKey(reviewed: readonly ReviewedFinding[]): string {
  const times = reviewed.map(({ review }) => `${review.at} ${review.by}`).sort();
  return createHash('sha256').update(JSON.stringify(times)).digest('hex').slice(0, 32);
}
