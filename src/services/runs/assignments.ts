import type { Finding } from '../../../engine/model/finding.ts';
import { refuseInvalid } from '../../domain/errors.ts';
import type { Project } from '../../domain/project.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Store } from '../../store/port.ts';
import type { FindingFilter, StoredFinding } from '../../store/ports/runs.ts';
import { reviewersOf } from '../workspaces/membership.ts';

/** A finding with the person who is to review it; `name` is the name under which other people see the person. */
export type AssignedFinding = Finding & { assignee: { id: string; name: string } | null };

/** Selects the findings that are assigned to the actor, to no person, or to the person with this id. */
export type AssigneeFilter = { assignee?: string | undefined };

type Stores = Pick<Store, 'assignments' | 'workspaces' | 'auth'>;
type Place = Pick<Project, 'workspaceId' | '_id'>;

/**
 * Adds to each finding who is to review it. `stored` has the fingerprints of the findings, in the same order. An
 * assignment to a person who may not review any more does not count.
 */
export async function withAssignees(
  store: Stores,
  { workspaceId, _id }: Place,
  stored: readonly StoredFinding[],
  findings: readonly Finding[],
): Promise<AssignedFinding[]> {
  const fingerprints = stored.map(({ fingerprint }) => fingerprint);
  const assigned = await store.assignments.find(workspaceId, _id, fingerprints);
  const reviewers = assigned.size === 0 ? null : await reviewersOf(store, workspaceId);
  return findings.map((finding, at) => {
    const id = assigned.get(fingerprints[at] ?? '')?.userId ?? '';
    const name = reviewers?.get(id);
    return { ...finding, assignee: name === undefined ? null : { id, name } };
  });
}

/** The filter of the store that selects the findings of a project by their assignee. */
export async function byAssignee(
  store: Stores,
  { userId }: Pick<Actor, 'userId'>,
  { workspaceId, _id }: Place,
  { assignee }: AssigneeFilter,
): Promise<Pick<FindingFilter, 'fingerprints'>> {
  if (assignee === undefined) return {};
  const reviewers = await reviewersOf(store, workspaceId);
  const wanted = assignee === 'me' ? userId : assignee;
  const assigned = await store.assignments.find(workspaceId, _id);
  const these = [...assigned].flatMap(([fingerprint, { userId: id }]) =>
    reviewers.has(id) && (assignee === 'none' || id === wanted) ? [fingerprint] : [],
  );
  return { fingerprints: { are: assignee === 'none' ? 'not among' : 'among', these } };
}

/** Throws `validation_failed` unless findings of the workspace can be assigned to this person. */
export async function requireReviewer(store: Stores, workspaceId: string, userId: string): Promise<void> {
  if ((await reviewersOf(store, workspaceId)).has(userId)) return;
  const message = `${userId} is no member of this workspace with the role reviewer, editor or admin: choose one, or null`;
  refuseInvalid([{ path: 'userId', message }]);
}
