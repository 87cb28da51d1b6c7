import { countFindings } from '../../../engine/model/counts.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { fingerprint } from '../../../engine/model/keys.ts';
import { usageOf } from '../../../engine/model/usage.ts';
import { rulesHash, rulesOfRun } from '../../bundle/rules.ts';
import type { Project, ProjectStatus } from '../../domain/project.ts';
import type { Owned } from '../../domain/records/owned.ts';
import { type RunEvent, resultHash } from '../../domain/runs/event-chain.ts';
import {
  projectStatusAfter,
  type Run,
  type RunResult,
  type RunSummary,
  sharedNamesOf,
} from '../../domain/runs/run.ts';
import { findingsWhenComplete, unassessedFindings } from '../../domain/runs/unassessed-findings.ts';
import type { Dependencies } from '../dependencies.ts';
import { enqueueNotifications } from '../notifications/enqueue-notifications.ts';
import { findingsRecorded } from './finding-writer.ts';

/**
 * From this age on, in ms, an unreleased run that no project refers to counts as abandoned by the request that created
 * it.
 */
const releasedWithinMs = 60_000;

/**
 * Creates the functions for the follow-up work after the end of a run or after its interrupted start. Such work is
 * repeated until it succeeds.
 */
export function runFinalizer({
  store,
  queue,
  notices,
  clock,
  log,
}: Pick<Dependencies, 'store' | 'queue' | 'notices' | 'clock' | 'log'>) {
  /**
   * Does the follow-up work of an ended run: sets the project's status, adds missing findings and a missing result, and
   * creates notifications. Does nothing if the run has not ended. A repeated call does no harm.
   */
  async function settle(run: Run): Promise<void> {
    const status = projectStatusAfter(run.state);
    if (status === null || run.settled) return;
    await follow(run.workspaceId, run.projectId, run._id, status);
    await nameUnassessed(run);
    const result = run.result ?? resultOfPart(run, await findingsOf(run), clock.now());
    const complete = (current: Run): Run => ({
      ...current,
      result: current.result ?? result,
      summary: current.summary ?? summaryOf(result),
    });
    // The result is stored first, because the notifications report it. The run counts as settled only after the
    // notifications were created.
    const ended = run.result === null ? await store.runs.update(run.workspaceId, run._id, complete) : run;
    await enqueueNotifications(run, { store, notices, clock });
    const data = { state: run.state, resultSha256: resultHash(ended?.result ?? result) };
    await record(run, [{ type: 'run_ended', data }]);
    await store.runs.update(run.workspaceId, run._id, (current) => ({ ...complete(current), settled: true }));
    await queue.wake(run._id);
  }

  /** For every rule that the run did not reach, stores a finding that says why the rule is not assessed. */
  async function nameUnassessed(run: Run): Promise<void> {
    if (run.findings >= findingsWhenComplete(run)) return;
    const [known] = await findingsOf(run);
    const unassessed = unassessedFindings(run, {
      ...whyUnassessed(run),
      method: known?.checker.method ?? 'lexical',
    });
    const sharesName = sharedNamesOf(run);
    const stored = unassessed.map((finding) => ({
      finding,
      fingerprint: fingerprint(finding, sharesName),
    }));
    await store.runs.fillIn(run.workspaceId, run._id, stored);
    const added = (await findingsOf(run)).filter(({ id }) => unassessed.some((finding) => finding.id === id));
    if (added.length > 0) await record(run, [findingsRecorded(added)]);
  }

  async function record({ workspaceId, _id }: Run, events: readonly RunEvent[]): Promise<void> {
    await store.events.append(workspaceId, _id, events, { now: clock.now() });
  }

  async function findingsOf(run: Run): Promise<Finding[]> {
    return (await store.findings.all(run.workspaceId, run._id)).map(({ finding }) => finding);
  }

  async function follow(workspaceId: string, projectId: string, runId: string, status: ProjectStatus) {
    const project = await store.projects.get(workspaceId, projectId);
    if (project?.status !== 'deploying' || project.runId !== runId) return project;
    return store.projects.update(workspaceId, projectId, (current) =>
      current.status === 'deploying' && current.runId === runId ? { ...current, status } : current,
    );
  }

  /**
   * Returns the project with the status that follows from its run. If a process died between the end of the run and the
   * update of the project, updates the project first.
   */
  async function settled(project: Owned<Project>): Promise<Owned<Project>> {
    if (project.status !== 'deploying' || project.runId === null) return project;
    const run = await store.runs.get(project.workspaceId, project.runId);
    const status = run === null ? 'failed' : projectStatusAfter(run.state);
    if (status === null) return project;
    const next = await follow(project.workspaceId, project._id, project.runId, status);
    return next === null ? project : { ...project, ...next };
  }

  /**
   * Does the follow-up work that processes did not finish before they died, for the runs of all users. Returns the
   * number of runs that were changed.
   */
  async function finishUnfinished(): Promise<number> {
    let touched = 0;
    for (const run of await store.runs.unfinishedBusiness(clock.now())) {
      const done = run.released ? await settle(run) : await releaseOrRemove(run);
      if (done !== false) touched += 1;
    }
    return touched;
  }

  /**
   * Finishes or undoes the interrupted start of a run. If the project refers to the run, the run is released; this does
   * no harm if the request that started it is still active. Otherwise the run is removed, but only if it is so old that
   * no request can still be starting it. Returns false if the run is not old enough to be removed.
   */
  async function releaseOrRemove(run: Run): Promise<boolean> {
    const project = await store.projects.get(run.workspaceId, run.projectId);
    if (project?.runId === run._id) {
      log.warn({ runId: run._id }, 'the start of a check was interrupted: its run starts now');
      await recordCreation(run, { store, clock });
      await store.runs.update(run.workspaceId, run._id, (current) => ({ ...current, released: true }));
      await queue.wake(run._id);
      return true;
    }
    if (Date.parse(run.createdAt) > clock.now().getTime() - releasedWithinMs) return false;
    await store.runs.delete(run.workspaceId, run._id);
    return true;
  }

  return { settle, settled, finishUnfinished };
}

/** Begins the chain of events of a run, unless it has begun. */
export async function recordCreation(
  run: Run,
  { store, clock }: Pick<Dependencies, 'store' | 'clock'>,
): Promise<void> {
  const created: RunEvent = { type: 'run_created', data: { rulesSha256: rulesHash(rulesOfRun(run)) } };
  await store.events.append(run.workspaceId, run._id, [created], { now: clock.now(), after: 0 });
}

/** Returns the result of a run that stopped before it was complete. The result is computed from the findings alone. */
export function resultOfPart(run: Run, findings: Finding[], now: Date): RunResult {
  return {
    counts: countFindings(findings),
    incomplete: true,
    warnings: [endWarning(run)],
    files: [],
    output: null,
    outputSources: {},
    outputGaps: {},
    usage: usageOf(findings),
    startedAt: run.startedAt ?? run.createdAt,
    endedAt: run.endedAt ?? now.toISOString(),
  };
}

function whyUnassessed(run: Run): { reason: 'canceled' | 'checker_failed'; statement: string } {
  if (run.state === 'canceled') {
    const why = run.lastError === null ? '' : ` Until then: ${run.lastError.message}`;
    const statement = `Not assessed: the run was canceled before this rule had an answer.${why}`;
    return { reason: 'canceled', statement };
  }
  const cause = run.lastError?.message ?? 'the run stopped before it reached this rule.';
  return { reason: 'checker_failed', statement: `Not assessed: ${cause}` };
}

export function summaryOf({ counts, incomplete, usage }: RunResult): RunSummary {
  const { labels, outcomes } = counts;
  return { labels, outcomes, incomplete, modelTokens: usage.inputTokens + usage.outputTokens };
}

function endWarning(run: Run): RunResult['warnings'][number] {
  if (run.state === 'canceled') {
    return {
      code: 'canceled',
      message: 'The run was canceled: the result has only the findings up to then.',
    };
  }
  const reason = run.lastError === null ? '' : ` ${run.lastError.message}`;
  return { code: 'run_stopped', message: `The run stopped before it was complete.${reason}` };
}
