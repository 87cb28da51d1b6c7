import type { Review } from '../../engine/model/finding.ts';

/**
 * A person's answer to a finding. It hangs on what was found (rule, subject and quotes, by the finding's
 * fingerprint), not on the run, so that it outlives a re-run that finds the same.
 */
export type StoredReview = Review & ReviewedPlace;

/** What a review is of. */
export type ReviewedPlace = { userId: string; projectId: string; fingerprint: string };
