import { AppError } from '../../domain/errors.ts';
import type { Actor, Owned } from '../../domain/records/owned.ts';
import type { Right } from '../../domain/records/rights.ts';
import type { RunEvent } from '../../domain/runs/event-chain.ts';
import { hasEnded, type Run } from '../../domain/runs/run.ts';
import {
  type CountedRun,
  type EarlierSignOff,
  mostEarlierSignOffs,
  type ReviewedFinding,
  type ReviewStatus,
  reviewStatusOf,
  reviewsKey,
  type ShownSignature,
  type SignOff,
  shownSignature,
  signedBy,
} from '../../domain/runs/sign-off.ts';
import type { Dependencies } from '../dependencies.ts';
import { type Expected, requireVersion } from '../records/expected.ts';
import { ownedProject, ownedRun } from '../records/owned-records.ts';

/** A sign-off as users see it. It is outdated if a review of the run was added, changed or removed afterwards. */
export type ShownSignOff = ShownSignature & { outdated: boolean };

export type ReviewState = { review: ReviewStatus; signOff: ShownSignOff | null };

/**
 * `earlier` has the sign-offs that were replaced or withdrawn, the latest first. `version` is the version of the run,  which changes whenever a
 * review of the last run changes.
 */
export type RunReview = ReviewState & { earlier: EarlierSignOff[]; version: number };

/** The sign-off of runs. Throws `project_not_found` and `run_not_found`. */
export function signOffService({ store, clock }: Pick<Dependencies, 'store' | 'clock'>) {
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
    next: (current: SignOff | null | undefined) => SignOff | null,
    by: string,
    expected: Expected | undefined,
  ): Promise<Run> {
    const at = clock.now().toISOString();
    const changed = await store.runs.update(run.workspaceId, run._id, (current) => {
      requireVersion(current, expected);
      const signOff = next(current.signOff);
      if (!current.signOff || (signOff?.second && !current.signOff.second)) return { ...current, signOff };
      const how = signOff === null ? ('withdrawn' as const) : ('replaced' as const);
      const ended = { ...shownSignature(current.signOff), ended: { how, by, at } };
      const earlier = [ended, ...(current.earlierSignOffs ?? [])];
      return { ...current, signOff, earlierSignOffs: earlier.slice(0, mostEarlierSignOffs) };
    });
    if (changed !== null) {
      await store.events.append(run.workspaceId, run._id, [eventOf(changed.signOff ?? null, by)], {
        now: clock.now(),
      });
      return changed;
    }
    throw new AppError('run_not_found', `project ${run.projectId} has no run ${run._id}`);
  }

  const shown = (run: Run, reviewed: readonly ReviewedFinding[]): RunReview => ({
    ...reviewStateOf(run, reviewed),
    earlier: run.earlierSignOffs ?? [],
    version: run.version,
  });

  return {
    async get(actor: Actor, projectId: string, runId: string) {
      const run = await owned(actor, 'read', projectId, runId);
      return shown(run, await reviewedOf(run));
    },

    /**
     * Records who signed the run off, when, and what was open at that moment. A later sign-off replaces it, and the run
     * keeps it as an earlier one. If the rule set of the run asks for a second person, the sign-off waits for another
     * person, who completes it as long as the reviews are the same. Throws `run_not_ended`, `already_signed`, and
     * `precondition_failed` if the run or its reviews do not match `expected`.
     */
    async sign(
      actor: Actor,
      projectId: string,
      runId: string,
      signature: { by: string; comment?: string },
      { expected }: { expected?: Expected } = {},
    ) {
      const run = await owned(actor, 'review', projectId, runId);
      if (!hasEnded(run)) {
        throw new AppError('run_not_ended', `run ${run._id} is ${run.state}: wait until it has ended`);
      }
      const reviewed = await reviewedOf(run);
      const next = {
        ...signature,
        userId: actor.userId,
        at: clock.now().toISOString(),
        open: reviewStatusOf(run, reviewed),
        reviews: reviewsKey(reviewed),
      };
      const asksForTwo = run.politics.secondSignOff === true;
      const sign = (current: SignOff | null | undefined) => signedBy(current, next, asksForTwo);
      return shown(await change(run, sign, signature.by, expected), await reviewedOf(run));
    },

    /** Removes the sign-off of a run, if there is one; the run keeps it as an earlier one. Throws `precondition_failed`. */
    async withdraw(
      actor: Actor,
      projectId: string,
      runId: string,
      by: string,
      { expected }: { expected?: Expected } = {},
    ) {
      const run = await change(await owned(actor, 'review', projectId, runId), () => null, by, expected);
      return shown(run, await reviewedOf(run));
    },
  };
}

/** `by` is the person who withdrew the sign-off if there is none now. */
function eventOf(signOff: SignOff | null, by: string): RunEvent {
  return signOff === null
    ? { type: 'sign_off_withdrawn', data: { by } }
    : { type: 'signed_off', data: shownSignature(signOff) };
}

/** What users see of the review of a run: how far it is, and whether somebody has signed it. */
export function reviewStateOf(
  run: CountedRun & Pick<Run, 'signOff'>,
  reviewed: readonly ReviewedFinding[],
): ReviewState {
  const review = reviewStatusOf(run, reviewed);
  if (!run.signOff) return { review, signOff: null };
  const outdated = run.signOff.reviews !== reviewsKey(reviewed);
  return { review, signOff: { ...shownSignature(run.signOff), outdated } };
}
