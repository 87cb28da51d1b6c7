import type { Filter } from 'mongodb';
import type { Review } from '../../../engine/model/finding.ts';
import type { Assignee, ReviewedPlace } from '../../domain/review.ts';
import type { AssignmentStore, PlacedStore, ReviewStore } from '../ports/runs.ts';
import { compareAndSet, lost } from './database/compare-and-set.ts';
import type { PlacedDoc, Records } from './database/records.ts';

type PlacedFilter = Filter<PlacedDoc>;

/** A collection of what belongs to a fingerprint within a project: reviews, or assignees. */
interface PlacedDocuments<Doc> {
  first(filter: PlacedFilter): Promise<Doc | null>;
  find(filter: PlacedFilter): Promise<Doc[]>;
  insert(doc: Doc): Promise<boolean>;
  replace(filter: PlacedFilter, doc: Doc): Promise<boolean>;
  remove(filter: PlacedFilter): Promise<number>;
}

export function reviewStore({ reviews }: Records): ReviewStore {
  return placedStore(reviews, reviewOf);
}

export function assignmentStore({ assignments, reviews }: Records): AssignmentStore {
  return {
    ...placedStore<Assignee>(assignments, ({ userId }) => ({ userId })),

    async open(workspaceId, userId) {
      const found = await assignments.find({ workspaceId, userId });
      const ids = found.map(({ _id }) => _id);
      const reviewed = await reviews.find({ _id: { $in: ids } }, { only: ['workspaceId'] });
      const closed = new Set(reviewed.map(({ _id }) => _id));
      return found.filter(({ _id }) => !closed.has(_id)).map(placedOf);
    },

    async removeOf(workspaceId, userId) {
      await assignments.remove({ workspaceId, userId });
    },
  };
}

function placedStore<Value>(
  documents: PlacedDocuments<PlacedDoc & Value>,
  read: (doc: PlacedDoc & Value) => Value,
): PlacedStore<Value> {
  return {
    change: (place, change) =>
      compareAndSet(async () => {
        const found = await documents.first({ _id: placeId(place) });
        const next = change(found === null ? null : read(found));
        if (found === null) {
          return next === null || (await documents.insert(placedDoc({ ...place, ...next }))) ? next : lost;
        }
        const { _id, revision } = found;
        if (next === null) return (await documents.remove({ _id, revision })) > 0 ? null : lost;
        const doc = placedDoc({ ...place, ...next }, revision + 1);
        return (await documents.replace({ _id, revision }, doc)) ? next : lost;
      }),

    async find(workspaceId, projectId, fingerprints) {
      const only = fingerprints && { fingerprint: { $in: [...fingerprints] } };
      const found = await documents.find({ workspaceId, projectId, ...only });
      return new Map(found.map((doc): [string, Value] => [doc.fingerprint, read(doc)]));
    },
  };
}

function placeId({ workspaceId, projectId, fingerprint }: ReviewedPlace): string {
  return JSON.stringify([workspaceId, projectId, fingerprint]);
}

export function placedDoc<Stored extends ReviewedPlace>(stored: Stored, revision = 1) {
  return { _id: placeId(stored), ...stored, revision };
}

export function placedOf<Doc extends PlacedDoc>({ _id, revision, ...stored }: Doc) {
  return stored;
}

export function reviewOf(doc: PlacedDoc & Review): Review {
  const { workspaceId, projectId, fingerprint, ...review } = placedOf(doc);
  return review;
}
