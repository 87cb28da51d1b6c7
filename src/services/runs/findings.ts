import type { Finding, Label, Outcome, Review } from '../../../engine/model/finding.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import type { Project } from '../../domain/project.ts';
import {
  beforeEveryFinding,
  type FindingPlace,
  findingCursor,
  findingPlace,
} from '../../domain/records/cursor.ts';
import type { Actor, Owned } from '../../domain/records/owned.ts';
import type { RunEvent } from '../../domain/runs/event-chain.ts';
import type { Store } from '../../store/port.ts';
import type { PageQuery, Step } from '../../store/ports/records.ts';
import type { FindingFilter, StoredFinding } from '../../store/ports/runs.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Expected, requireTag } from '../records/expected.ts';
import { fitting } from '../records/fitting.ts';
import { type After, refusePageBeside } from '../records/listing.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';
import {
  type AssignedFinding,
  type AssigneeFilter,
  byAssignee,
  requireReviewer,
  withAssignees,
} from './assignments.ts';

export type FindingsQuery = Omit<FindingFilter, 'fingerprints'> &
  AssigneeFilter &
  PageQuery &
  After & { projectId: string; runId?: string };

/** A person's review of a finding. `by` is the name of the reviewer. */
export type NewReview = { label: Label; outcome?: Outcome; reason: string; by: string };

export type FindingsService = ReturnType<typeof findingsService>;

/** The findings of a project's runs with their reviews. Without a `runId`, the methods use the last run. */
export function findingsService({ store, clock, limits }: Pick<Dependencies, 'store' | 'clock' | 'limits'>) {
  async function reviewed(project: Owned<Project>, stored: StoredFinding[]): Promise<Finding[]> {
    const { workspaceId, _id } = project;
    const reviews = await store.reviews.find(workspaceId, _id, [
      ...new Set(stored.map((one) => one.fingerprint)),
    ]);
    return stored.map(({ finding, fingerprint }) => ({
      ...finding,
      review: reviews.get(fingerprint) ?? null,
    }));
  }

  /** Returns a finding of the project's last run. Throws `finding_not_found`. */
  async function find(project: Owned<Project>, findingId: string): Promise<StoredFinding> {
    const stored = project.runId && (await store.findings.get(project.workspaceId, project.runId, findingId));
    if (stored) return stored;
    throw new AppError(
      'finding_not_found',
      `the last run of project ${project._id} has no finding ${findingId}`,
    );
  }

  async function shown(project: Owned<Project>, stored: StoredFinding[]): Promise<AssignedFinding[]> {
    return withAssignees(store, project, stored, await reviewed(project, stored));
  }

  async function one(project: Owned<Project>, stored: StoredFinding): Promise<AssignedFinding> {
    const [finding = { ...stored.finding, assignee: null }] = await shown(project, [stored]);
    return finding;
  }

  /** Increases the version of the last run, so that clients that poll the project notice the changed review. */
  async function touch(project: Owned<Project>): Promise<void> {
    if (project.runId !== null) await store.runs.update(project.workspaceId, project.runId, (run) => run);
  }

  async function change(
    actor: Actor,
    projectId: string,
    findingId: string,
    next: (current: Review | null) => Review | null,
  ): Promise<AssignedFinding> {
    const project = await ownedProject(actor, 'review', projectId, store);
    const stored = await find(project, findingId);
    const { finding, fingerprint } = stored;
    const place = { workspaceId: actor.workspaceId, projectId: project._id, fingerprint };
    const review = await store.reviews.change(place, next);
    if (project.runId !== null) {
      const event: RunEvent =
        review === null
          ? { type: 'review_removed', data: { findingId: finding.id } }
          : { type: 'review_given', data: { findingId: finding.id, review } };
      await store.events.append(actor.workspaceId, project.runId, [event], { now: clock.now() });
    }
    await touch(project);
    return { ...(await one(project, stored)), review };
  }

  return {
    /**
     * Returns an empty list for a project that was never checked. A page can have fewer findings than the page size,
     * because the response has a maximum size. A cursor continues the list of the same run, even if a newer run exists.
     */
    async list(
      actor: Actor,
      { projectId, runId, page, pageSize, after, share = 1, assignee, ...asked }: FindingsQuery,
    ) {
      refusePageBeside({ page, after });
      const { workspaceId } = actor;
      const project = await ownedProject(actor, 'read', projectId, store);
      const place = after === undefined ? undefined : findingCursor.read(after);
      const askedRun = runId?.toLowerCase() ?? place?.runId;
      if (askedRun !== undefined) await ownedRun(actor, 'read', project, askedRun, store);
      if (place !== undefined && askedRun !== place.runId) {
        refuseInvalid([{ path: 'after', message: 'belongs to a different run from runId' }]);
      }
      const ofRun = askedRun ?? project.runId;
      if (ofRun === null) return { items: [], total: 0, nextCursor: null };
      const stretch = { page, pageSize, after: place };
      const filter = { ...asked, ...(await byAssignee(store, actor, project, { assignee })) };
      const { items, total, more } = await store.findings.list(workspaceId, ofRun, filter, stretch);
      const fits = fitting(await shown(project, items), limits.LIMIT_ANSWER_BYTES * share);
      const last = fits.at(-1);
      const goesOn = more || fits.length < items.length;
      const nextCursor = goesOn && last ? findingCursor.write({ runId: ofRun, ...findingPlace(last) }) : null;
      return { items: fits, total, nextCursor };
    },

    /** Returns the findings of the run that have these ids, by id. Ids without a finding are left out. */
    async some(actor: Actor, projectId: string, runId: string, ids: readonly string[]) {
      const project = await ownedProject(actor, 'read', projectId, store);
      const stored: StoredFinding[] = [];
      for (const id of ids) {
        const found = await store.findings.get(actor.workspaceId, runId, id);
        if (found !== null) stored.push(found);
      }
      return new Map((await shown(project, stored)).map((finding) => [finding.id, finding]));
    },

    /**
     * Returns all findings of a run with their reviews, or those that match `matches`. Throws `report_too_large` if they
     * exceed `limits.LIMIT_REPORT_BYTES` or `limits.LIMIT_REPORT_FINDINGS`.
     */
    async all(
      actor: Actor,
      projectId: string,
      runId: string,
      matches: (finding: Finding) => boolean = () => true,
    ) {
      const project = await ownedProject(actor, 'read', projectId, store);
      const run = await ownedRun(actor, 'read', project, runId, store);
      const all: Finding[] = [];
      let bytes = 0;
      for await (const items of everyFinding(store, actor.workspaceId, run._id)) {
        const findings = (await reviewed(project, items)).filter(matches);
        bytes += Buffer.byteLength(JSON.stringify(findings));
        all.push(...findings);
        refuseTooLarge({ runId: run._id, projectId: project._id, findings: all.length, bytes }, limits);
      }
      return all;
    },

    /**
     * Stores a review and keeps the finding's own label. Throws `finding_not_found`, and `precondition_failed` if the
     * current review of the finding does not match `expected`. The tag of a review is its time, `at`.
     */
    review(
      actor: Actor,
      projectId: string,
      findingId: string,
      review: NewReview,
      { expected }: { expected?: Expected } = {},
    ) {
      return change(actor, projectId, findingId, (current) => {
        requireTag(current?.at, expected);
        return { ...review, at: laterThan(current, clock.now()) };
      });
    },

    /** Removes the review of a finding. Throws `finding_not_found` and `precondition_failed`. */
    unreview(actor: Actor, projectId: string, findingId: string, { expected }: { expected?: Expected } = {}) {
      return change(actor, projectId, findingId, (current) => {
        requireTag(current?.at, expected);
        return null;
      });
    },

    /**
     * Assigns a finding to a member of the workspace who may review, or to no person. Like a review, the assignment also
     * applies to later runs. The tag of an assignment is the id of the person. Throws `finding_not_found`,
     * `validation_failed` and `precondition_failed`.
     */
    async assign(
      actor: Actor,
      projectId: string,
      findingId: string,
      userId: string | null,
      { expected }: { expected?: Expected } = {},
    ) {
      const project = await ownedProject(actor, 'review', projectId, store);
      const stored = await find(project, findingId);
      const { workspaceId } = actor;
      if (userId !== null) await requireReviewer(store, workspaceId, userId);
      const place = { workspaceId, projectId: project._id, fingerprint: stored.fingerprint };
      await store.assignments.change(place, (current) => {
        requireTag(current?.userId, expected);
        return userId === null ? null : { userId };
      });
      await touch(project);
      return one(project, stored);
    },
  };
}

/** Throws `report_too_large` if the findings of a run exceed the limits of a report. */
export function refuseTooLarge(
  {
    runId,
    projectId,
    findings,
    bytes,
  }: Record<'runId' | 'projectId', string> & Record<'findings' | 'bytes', number>,
  { LIMIT_REPORT_FINDINGS: mostFindings, LIMIT_REPORT_BYTES: mostBytes }: Dependencies['limits'],
): void {
  const exceeded =
    findings > mostFindings ? `${mostFindings} findings` : bytes > mostBytes ? `${mostBytes} bytes` : null;
  if (exceeded === null) return;
  throw new AppError(
    'report_too_large',
    `the findings of run ${runId} exceed ${exceeded}: select fewer of them, such as those with one outcome, or read them page by page from /v1/projects/${projectId}/findings`,
  );
}

/** Yields all findings of a run, sorted by rule and then by subject, in groups of a hundred. */
export async function* everyFinding(
  store: Store,
  workspaceId: string,
  runId: string,
): AsyncGenerator<StoredFinding[]> {
  for (let place: FindingPlace | null = beforeEveryFinding; place !== null; ) {
    const stretch = { after: place, pageSize: 100 };
    const { items, more }: Step<StoredFinding> = await store.findings.list(workspaceId, runId, {}, stretch);
    yield items;
    const last = items.at(-1);
    place = more && last ? findingPlace(last.finding) : null;
  }
}

/**
 * Returns the time of a new review. It is always later than the time of the current review, because the time also
 * identifies a review.
 */
function laterThan(current: Review | null, now: Date): string {
  const earliest = current === null ? 0 : Date.parse(current.at) + 1;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
}
