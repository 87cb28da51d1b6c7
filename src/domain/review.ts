import type { Review } from '../../engine/model/finding.ts';

/**
 * A person's verdict on a finding. It refers to the finding's fingerprint, which identifies the rule, the subject and
 * the quotes. It does not refer to a run, so that the review also applies to the same finding of later runs.
 */
export type StoredReview = Review & ReviewedPlace;

/** What a review refers to: a fingerprint within a project. */
export type ReviewedPlace = { workspaceId: string; projectId: string; fingerprint: string };

/** The person who is to review a finding. */
export type Assignee = { userId: string };
export type Assignment = ReviewedPlace & Assignee;
