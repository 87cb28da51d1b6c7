import type { Review } from '../../../engine/model/finding.ts';
import type { ReviewedPlace, StoredReview } from '../../domain/review.ts';
import type { ReviewStore } from '../ports/runs.ts';
import { compareAndSet, lost } from './database/compare-and-set.ts';
import type { Records, ReviewDoc } from './database/records.ts';

export function reviewStore({ reviews }: Records): ReviewStore {
  return {
    change: (place, change) =>
      compareAndSet(async () => {
        const found = await reviews.first({ _id: reviewId(place) });
        const next = change(found === null ? null : reviewOf(found));
        if (found === null) {
          return next === null || (await reviews.insert(reviewDoc({ ...place, ...next }))) ? next : lost;
        }
        const { _id, revision } = found;
        if (next === null) return (await reviews.remove({ _id, revision })) > 0 ? null : lost;
        const doc = reviewDoc({ ...place, ...next }, revision + 1);
        return (await reviews.replace({ _id, revision }, doc)) ? next : lost;
      }),

    async find(workspaceId, projectId, fingerprints) {
      const found = await reviews.find({ workspaceId, projectId, fingerprint: { $in: fingerprints } });
      return new Map(found.map((doc): [string, Review] => [doc.fingerprint, reviewOf(doc)]));
    },
  };
}

/** The id of what is stored for a finding: its review, and its assignment. */
export function reviewId({ workspaceId, projectId, fingerprint }: ReviewedPlace): string {
  return JSON.stringify([workspaceId, projectId, fingerprint]);
}

export function reviewDoc(review: StoredReview, revision = 1): ReviewDoc {
  return { _id: reviewId(review), ...review, revision };
}

export function storedReviewOf({ _id, revision, ...review }: ReviewDoc): StoredReview {
  return review;
}

export function reviewOf(doc: ReviewDoc): Review {
  const { workspaceId, projectId, fingerprint, ...review } = storedReviewOf(doc);
  return review;
}
