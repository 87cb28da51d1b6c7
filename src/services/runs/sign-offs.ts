import { AppError } from '../../domain/errors.ts';
import type { Actor, Owned } from '../../domain/records/owned.ts';
import type { Right } from '../../domain/records/rights.ts';
import type { RunEvent } from '../../domain/runs/event-chain.ts';
import { hasEnded, type Run, type RunHead } from '../../domain/runs/run.ts';
import {
  type EarlierSignOff,
  mostEarlierSignOffs,
  type ReviewedFinding,
  type ReviewStatus,
  reviewStatusOf,
  reviewsKey,
  type SignOff,
} from '../../domain/runs/sign-off.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Expected, requireVersion } from '../records/expected.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';

/** A sign-off as users see it. It is outdated if a review of the run was added, changed or removed afterwards. */
export type ShownSignOff = Omit<SignOff, 'reviews'> & { outdated: boolean };

export type ReviewState = { review: ReviewStatus; signOff: ShownSignOff | null };

/**
 * `earlier` has the sign-offs that were replaced or withdrawn, the latest first. `version` is the version of the run,  which changes whenever a
 * review of the last run changes.
 */
export type RunReview = ReviewState & { earlier: EarlierSignOff[]; version: number };

/** The sign-off of runs. Throws `project_not_found` and `run_not_found`. */
export interface SignOffService {
  get(actor: Actor, projectId: string, runId: string): Promise<RunReview>;
  /**
   * Records who signed the run off, when, and what was open at that moment. A later sign-off replaces it, and the run
   * keeps it as an earlier one. Throws
   * `run_not_ended`, and `precondition_failed` if the run or its reviews do not match `expected`.
   */
  sign(
    actor: Actor,
    projectId: string,
    runId: string,
    signature: { by: string; comment?: string },
    options?: { expected?: Expected },
  ): Promise<RunReview>;
  /** Removes the sign-off of a run, if there is one; the run keeps it as an earlier one. Throws `precondition_failed`. */
  withdraw(
    actor: Actor,
    projectId: string,
    runId: string,
    by: string,
    options?: { expected?: Expected },
  ): Promise<RunReview>;
}

export function signOffService({ store, clock }: Pick<Dependencies, 'store' | 'clock'>): SignOffService {
  async function reviewedOf({ workspaceId, projectId, _id }: Run): Promise<ReviewedFinding[]> {
    return store.findings.reviewed(workspaceId, [{ projectId, runId: _id }]);
  }

  async function owned<Needed extends Right>(
    actor: Actor,
    right: Needed,
    projectId: string,
    runId: string,
  ): Promise<Owned<Run, Needed>> {
    const project = await ownedProject(actor, right, projectId, store);
    return ownedRun(actor, right, project, runId, store);
  }

  async function change(
    run: Owned<Run, 'review'>,
    next: SignOff | null,
    by: string,
    expected: Expected | undefined,
  ): Promise<Run> {
    const at = clock.now().toISOString();
    const changed = await store.runs.update(run.workspaceId, run._id, (current) => {
      requireVersion(current, expected);
      if (!current.signOff) return { ...current, signOff: next };
      const { reviews: _, ...signOff } = current.signOff;
      const how = next === null ? ('withdrawn' as const) : ('replaced' as const);
      const earlier = [{ ...signOff, ended: { how, by, at } }, ...(current.earlierSignOffs ?? [])];
      return { ...current, signOff: next, earlierSignOffs: earlier.slice(0, mostEarlierSignOffs) };
    });
    if (changed !== null) {
      await store.events.append(run.workspaceId, run._id, [eventOf(next, by)], { now: clock.now() });
      return changed;
    }
    throw new AppError('run_not_found', `project ${run.projectId} has no run ${run._id}`);
  }

  const shown = (run: Run, reviewed: readonly ReviewedFinding[]): RunReview => ({
    ...reviewStateOf(withOutcomes(run), reviewed),
    earlier: run.earlierSignOffs ?? [],
    version: run.version,
  });

  return {
    async get(actor, projectId, runId) {
      const run = await owned(actor, 'read', projectId, runId);
      return shown(run, await reviewedOf(run));
    },

    async sign(actor, projectId, runId, signature, { expected } = {}) {
      const run = await owned(actor, 'review', projectId, runId);
      if (!hasEnded(run)) {
        throw new AppError('run_not_ended', `run ${run._id} is ${run.state}: wait until it has ended`);
      }
      const reviewed = await reviewedOf(run);
      const signOff = {
        ...signature,
        at: clock.now().toISOString(),
        open: reviewStatusOf(withOutcomes(run), reviewed),
        reviews: reviewsKey(reviewed),
      };
      return shown(await change(run, signOff, signature.by, expected), await reviewedOf(run));
    },

    async withdraw(actor, projectId, runId, by, { expected } = {}) {
      const run = await change(await owned(actor, 'review', projectId, runId), null, by, expected);
      return shown(run, await reviewedOf(run));
    },
  };
}

/** `by` is the person who withdrew the sign-off if there is none now. */
function eventOf(signOff: SignOff | null, by: string): RunEvent {
  if (signOff === null) return { type: 'sign_off_withdrawn', data: { by } };
  const { reviews: _, ...data } = signOff;
  return { type: 'signed_off', data };
}

/** What users see of the review of a run: how far it is, and whether somebody has signed it off. */
export function reviewStateOf(
  run: Pick<RunHead, 'findings' | 'summary' | 'signOff'>,
  reviewed: readonly ReviewedFinding[],
): ReviewState {
  const review = reviewStatusOf(run, reviewed);
  if (!run.signOff) return { review, signOff: null };
  const { reviews, ...signOff } = run.signOff;
  return { review, signOff: { ...signOff, outdated: reviews !== reviewsKey(reviewed) } };
}

/** Adds the counts of outcomes to the summary of a run that an earlier release made. */
function withOutcomes(run: Run): Run {
  const { summary, result } = run;
  if (summary === null || summary.outcomes || result === null) return run;
  return { ...run, summary: { ...summary, outcomes: result.counts.outcomes } };
}
