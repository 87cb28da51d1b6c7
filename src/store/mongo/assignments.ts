import type { Assignment } from '../../domain/review.ts';
import type { AssignmentStore } from '../ports/runs.ts';
import { compareAndSet, lost } from './database/compare-and-set.ts';
import type { AssignmentDoc, Records } from './database/records.ts';
import { reviewId } from './reviews.ts';

export function assignmentStore({ assignments, reviews }: Records): AssignmentStore {
  return {
    change: (place, change) =>
      compareAndSet(async () => {
        const _id = reviewId(place);
        const found = await assignments.first({ _id });
        const userId = change(found?.userId ?? null);
        const doc = userId === null ? null : assignmentDoc({ ...place, userId });
        if (found === null) return doc === null || (await assignments.insert(doc)) ? userId : lost;
        const same = { _id, userId: found.userId };
        if (doc === null) return (await assignments.remove(same)) > 0 ? null : lost;
        return (await assignments.replace(same, doc)) ? userId : lost;
      }),

    async find(workspaceId, projectId, fingerprints) {
      const only = fingerprints && { fingerprint: { $in: [...fingerprints] } };
      const found = await assignments.find({ workspaceId, projectId, ...only });
      return new Map(found.map(({ fingerprint, userId }) => [fingerprint, userId]));
    },

    async open(workspaceId, userId) {
      const found = await assignments.find({ workspaceId, userId });
      const ids = found.map(({ _id }) => _id);
      const reviewed = await reviews.find({ _id: { $in: ids } }, { only: ['workspaceId'] });
      const closed = new Set(reviewed.map(({ _id }) => _id));
      return found.filter(({ _id }) => !closed.has(_id)).map(assignmentOf);
    },

    async removeOf(workspaceId, userId) {
      await assignments.remove({ workspaceId, userId });
    },
  };
}

export function assignmentDoc(assignment: Assignment): AssignmentDoc {
  return { _id: reviewId(assignment), ...assignment };
}

export function assignmentOf({ _id, ...assignment }: AssignmentDoc): Assignment {
  return assignment;
}
