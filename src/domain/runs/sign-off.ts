import { createHash } from 'node:crypto';
import type { Outcome, Review } from '../../../engine/model/finding.ts';
import type { Counts } from '../../../engine/model/result.ts';
import { AppError } from '../errors.ts';

/** A finding that a person has reviewed, with Proviso's own outcome. */
export type ReviewedFinding = { runId: string; outcome: Outcome; review: Review };

/**
 * How far the findings of a run are reviewed. `outcomes` counts the outcomes that reviewers
 * gave, and Proviso's own where a reviewer gave none. It is null if the run has not ended, and in sign-offs of earlier
 * releases.
 */
export type ReviewStatus = {
  findings: number;
  notReviewed: number;
  outcomes: Readonly<Record<Outcome, number>> | null;
};

/** Who signed, when, and what the reader of the sign-off should know. */
export type Signature = { by: string; at: string; comment?: string };

/**
 * A person's statement that the review of a run is finished. `open` is the state of the review at that moment, and
 * `reviews` identifies the reviews that existed then. If the rule set asks for a second person, `second` is the
 * signature of that person for the same reviews, null until then, and `userId` is the first person.
 */
export type SignOff = Signature & {
  open: ReviewStatus;
  reviews: string;
  second?: Signature | null;
  userId?: string;
};

/** A sign-off as users and bundles see it: without the fields by which the service compares reviews and people. */
export type ShownSignature = Omit<SignOff, 'reviews' | 'userId'>;

/**
 * A sign-off that does not count any more, because a later one replaced it or a person withdrew it: how, who did so, and
 * when.
 */
export type EarlierSignOff = ShownSignature & {
  ended: { how: 'replaced' | 'withdrawn'; by: string; at: string };
};

/** The number of earlier sign-offs that a run keeps; the oldest are dropped. */
export const mostEarlierSignOffs = 20;

type Outcomes = Counts['outcomes'];

/** A run whose reviews are counted. A run of an earlier release has its outcomes only in its result. */
export type CountedRun = {
  findings: number;
  summary: { outcomes?: Outcomes } | null;
  result?: { counts: { outcomes: Outcomes } } | null;
};

/** The state of the review of a run, given its reviewed findings. */
export function reviewStatusOf(
  { findings, summary, result }: CountedRun,
  reviewed: readonly ReviewedFinding[],
): ReviewStatus {
  const notReviewed = Math.max(findings - reviewed.length, 0);
  const counted = summary?.outcomes ?? result?.counts.outcomes;
  if (counted === undefined) return { findings, notReviewed, outcomes: null };
  const outcomes = { ...counted };
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

export function shownSignature({ reviews: _, userId: _id, ...signOff }: SignOff): ShownSignature {
  return signOff;
}

/**
 * The sign-off after a person has signed. `asksForTwo` tells whether the rule set asks for a second person: then a
 * waiting sign-off of the same reviews is completed by another person. Throws `already_signed` if the person has signed
 * these reviews before, or two people have.
 */
export function signedBy(current: SignOff | null | undefined, next: SignOff, asksForTwo: boolean): SignOff {
  const { userId, ...signed } = next;
  if (!asksForTwo) return signed;
  if (!current || current.reviews !== next.reviews) return { ...next, second: null };
  if (current.second)
    throw new AppError(
      'already_signed',
      `${current.by} and ${current.second.by} have signed this run: it needs no further signature`,
    );
  if (current.userId === userId)
    throw new AppError(
      'already_signed',
      'you have signed this run: its rule set asks for two people, so another person has to sign next',
    );
  const { by, at, comment } = next;
  return { ...current, second: { by, at, ...(comment !== undefined && { comment }) } };
}
