import { AppError } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import { hasEnded, type Run, type RunHead } from '../../domain/runs/run.ts';
import {
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

/** `version` is the version of the run, which changes whenever a review of the last run changes. */
export type RunReview = ReviewState & { version: number };

/** The sign-off of runs. Throws `project_not_found` and `run_not_found`. */
export interface SignOffService {
  get(actor: Actor, projectId: string, runId: string): Promise<RunReview>;
  /**
   * Records who signed the run off, when, and what was open at that moment. A later sign-off replaces it. Throws
   * `run_not_ended`, and `precondition_failed` if the run or its reviews do not match `expected`.
   */
  sign(
    actor: Actor,
    projectId: string,
    runId: string,
    signature: { by: string; comment?: string },
    options?: { expected?: Expected },
  ): Promise<RunReview>;
  /** Removes the sign-off of a run, if there is one. Throws `precondition_failed`. */
  withdraw(
    actor: Actor,
    projectId: string,
    runId: string,
    options?: { expected?: Expected },
  ): Promise<RunReview>;
}

export function signOffService({ store, clock }: Pick<Dependencies, 'store' | 'clock'>): SignOffService {
  async function reviewedOf({ userId, projectId, _id }: Run): Promise<ReviewedFinding[]> {
    return store.findings.reviewed(userId, [{ projectId, runId: _id }]);
  }

  async function owned(actor: Actor, projectId: string, runId: string): Promise<Run> {
    return ownedRun(actor, await ownedProject(actor, projectId, store), runId, store);
  }

  async function change(run: Run, next: SignOff | null, expected: Expected | undefined): Promise<Run> {
    const changed = await store.runs.update(run.userId, run._id, (current) => {
      requireVersion(current, expected);
      return { ...current, signOff: next };
    });
    if (changed !== null) return changed;
    throw new AppError('run_not_found', `project ${run.projectId} has no run ${run._id}`);
  }

  const shown = (run: Run, reviewed: readonly ReviewedFinding[]): RunReview => ({
    ...reviewStateOf(withOutcomes(run), reviewed),
    version: run.version,
  });

  return {
    async get(actor, projectId, runId) {
      const run = await owned(actor, projectId, runId);
      return shown(run, await reviewedOf(run));
    },

    async sign(actor, projectId, runId, signature, { expected } = {}) {
      const run = await owned(actor, projectId, runId);
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
      return shown(await change(run, signOff, expected), await reviewedOf(run));
    },

    async withdraw(actor, projectId, runId, { expected } = {}) {
      const run = await change(await owned(actor, projectId, runId), null, expected);
      return shown(run, await reviewedOf(run));
    },
  };
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
