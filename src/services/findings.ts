import type { Finding, Label } from '../../engine/model/finding.ts';
import { AppError } from '../domain/errors.ts';
import type { Actor, Owned } from '../domain/owned.ts';
import type { Project } from '../domain/project.ts';
import type { FindingFilter, Page, PageQuery, StoredFinding } from '../store/port.ts';
import type { Dependencies } from './dependencies.ts';
import { ownedProject, ownedRun } from './owned-records.ts';

export type FindingsQuery = FindingFilter & PageQuery & { projectId: string; runId?: string };

/** What a person says to a finding. `by` is how the person is named to others. */
export type NewReview = { label: Label; reason: string; by: string };

/** Findings of a project's runs with the reviews that hold for them. Without `runId`: of the last run. */
export interface FindingsService {
  /** Of a project that was never deployed: none. */
  list(actor: Actor, query: FindingsQuery): Promise<Page<Finding>>;
  /** Throws `finding_not_found`. */
  get(actor: Actor, projectId: string, findingId: string): Promise<Finding>;
  /** Stores a review beside the machine's label. Throws `finding_not_found`. */
  review(actor: Actor, projectId: string, findingId: string, review: NewReview): Promise<Finding>;
  /** Takes the review back. Throws `finding_not_found`. */
  unreview(actor: Actor, projectId: string, findingId: string): Promise<Finding>;
  /** All findings of a run, with reviews. */
  all(actor: Actor, projectId: string, runId: string): Promise<Finding[]>;
}

export function findingsService({ store, clock }: Pick<Dependencies, 'store' | 'clock'>): FindingsService {
  async function reviewed(project: Owned<Project>, stored: StoredFinding[]): Promise<Finding[]> {
    const { userId, _id } = project;
    const reviews = await store.reviews.find(userId, _id, [...new Set(stored.map((one) => one.fingerprint))]);
    return stored.map(({ finding, fingerprint }) => ({
      ...finding,
      review: reviews.get(fingerprint) ?? null,
    }));
  }

  /** A finding of any run of the project: its id says which rule and subject, the review goes to what was found. */
  async function find(project: Owned<Project>, findingId: string): Promise<StoredFinding> {
    const stored = project.runId && (await store.findings.get(project.userId, project.runId, findingId));
    if (stored) return stored;
    throw new AppError(
      'finding_not_found',
      `the last run of project ${project._id} has no finding ${findingId}`,
    );
  }

  async function one(project: Owned<Project>, findingId: string): Promise<Finding> {
    const stored = await find(project, findingId);
    const [finding = stored.finding] = await reviewed(project, [stored]);
    return finding;
  }

  /** Lets who polls the run see that something of it changed. */
  async function touch(project: Owned<Project>): Promise<void> {
    if (project.runId !== null) await store.runs.update(project.userId, project.runId, (run) => run);
  }

  return {
    async list(actor, { projectId, runId, page, pageSize, ...filter }) {
      const project = await ownedProject(actor, projectId, store);
      if (runId !== undefined) await ownedRun(actor, project, runId, store);
      const ofRun = runId?.toLowerCase() ?? project.runId;
      if (ofRun === null) return { items: [], total: 0 };
      const listed = await store.findings.list(actor.userId, ofRun, filter, { page, pageSize });
      return { items: await reviewed(project, listed.items), total: listed.total };
    },

    async get(actor, projectId, findingId) {
      return one(await ownedProject(actor, projectId, store), findingId);
    },

    async review(actor, projectId, findingId, review) {
      const project = await ownedProject(actor, projectId, store);
      const { fingerprint } = await find(project, findingId);
      const at = clock.now().toISOString();
      await store.reviews.put({ ...review, at, userId: actor.userId, projectId: project._id, fingerprint });
      await touch(project);
      return one(project, findingId);
    },

    async unreview(actor, projectId, findingId) {
      const project = await ownedProject(actor, projectId, store);
      const { fingerprint } = await find(project, findingId);
      if (await store.reviews.delete(actor.userId, project._id, fingerprint)) await touch(project);
      return one(project, findingId);
    },

    async all(actor, projectId, runId) {
      const project = await ownedProject(actor, projectId, store);
      const run = await ownedRun(actor, project, runId, store);
      return reviewed(project, await store.findings.all(actor.userId, run._id));
    },
  };
}
