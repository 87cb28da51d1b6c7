import type { Review } from '../../engine/model/finding.ts';

/**
 * A person's verdict on a finding. It belongs to what was found (rule, subject and quotes, identified by the
 * finding's fingerprint), not to the run, so that it applies to later runs that find the same.
 */
export type StoredReview = Review & ReviewedPlace;

/** What a review refers to. */
export type ReviewedPlace = { userId: string; projectId: string; fingerprint: string };
