import {
  type AnalyzeOptions,
  type AnswerCache,
  analyzeInto,
  type FindingKeeper,
  type Limits,
  type ResultHead,
  type SourceCache,
} from '../../../engine/index.ts';
import type { Allowance } from '../../../engine/llm/budget.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { observeFiles } from '../../bundle/file-events.ts';
import { type Run, type RunError, sharedNamesOf } from '../../domain/runs/run.ts';
import type { Release } from '../../domain/runs/run-turn.ts';
import { unassessedFindings } from '../../domain/runs/unassessed-findings.ts';
import type { LinkCache, OpenFile } from '../../sources/port.ts';
import type { RunLease } from '../../store/ports/runs.ts';
import type { Dependencies, RunModels } from '../dependencies.ts';
import { officePdfs, storingPdfs } from '../evidence/office-pdfs.ts';
import { watchLease } from '../leases/lease-watch.ts';
import { type FindingWriter, findingWriter, LostRun } from './finding-writer.ts';
import {
  endWith,
  endWithout,
  findingsIn,
  maxWorkerCrashes,
  mayBeAssessedLater,
  retryAfterMs,
  runErrorOf,
} from './run-ending.ts';
import { capturing, jobOf } from './run-job.ts';
import { type ProgressTracker, trackProgress } from './run-progress.ts';

/** The dependencies of a worker. The worker opens sources and caches separately for the owner of each run. */
export type WorkerDependencies = Pick<
  Dependencies,
  'store' | 'assets' | 'links' | 'queue' | 'notices' | 'holder' | 'clock' | 'log' | 'version'
> & {
  models: RunModels;
  openSourceFor(owner: string): OpenFile;
  linkCacheFor(owner: string): LinkCache;
  sourceCacheFor(owner: string): SourceCache;
  /** Opens the cache of model answers, which other runs of the owner use too. */
  answersFor?(owner: string): AnswerCache;
  /** The monthly budgets of the user who started a run, and of its workspace. */
  allowanceFor?(run: { userId: string; workspaceId: string }): Allowance;
  limits: Limits;
  /** Returns the callbacks that log and trace an attempt at a run. */
  observe?(run: Run): AnalyzeOptions['config'];
};

/**
 * The reason with which attempts are aborted when the process is stopping. Their runs are released as if they had not
 * been claimed.
 */
export class Stopping extends Error {}

type Attempt = {
  run: Run;
  runLease: RunLease;
  signal: AbortSignal;
  tracker: ProgressTracker;
  writer: FindingWriter;
  /** The findings of this attempt for rules that could not be assessed, by the id of the finding. */
  unassessed: Map<string, Finding>;
  /** Why the last failed call of the model failed. */
  modelFailure?: string;
};

/**
 * Makes one attempt at a claimed run, and stores findings as they arrive. Returns how to release the run; null if the
 * worker lost the run, because the run was canceled or its lease expired.
 */
export async function attemptRun(
  run: Run,
  parts: WorkerDependencies,
  stopping: AbortSignal,
): Promise<Release | null> {
  const { store, clock } = parts;
  const runLease: RunLease = { runId: run._id, fence: run.lease.fence };
  const tracker = trackProgress(run.progress);
  if (run.failures >= maxWorkerCrashes) return giveUp(workerCrashed(clock.now()), run, tracker, parts);
  const lost = new AbortController();
  const watch = watchLease(runLease, parts, (reason) => lost.abort(reason));
  const writer = findingWriter({
    runs: store.runs,
    runLease,
    sharesName: sharedNamesOf(run),
    record: (events) => store.events.append(run.workspaceId, run._id, events, { now: clock.now() }),
    progress: () => tracker.current(),
    now: () => clock.now(),
    onFailure: (reason) => lost.abort(reason),
  });
  writer.note({ type: 'attempt_started', data: { attempt: run.attempts, proviso: parts.version } });
  const signal = AbortSignal.any([stopping, lost.signal]);
  const attempt: Attempt = { run, runLease, tracker, writer, signal, unassessed: new Map<string, Finding>() };
  try {
    return await endAfter(await analyzed(attempt, parts), attempt, parts);
  } catch (error) {
    return await endAfterFault(signal.aborted ? signal.reason : error, attempt, parts);
  } finally {
    watch.stop();
  }
}

async function analyzed(attempt: Attempt, parts: WorkerDependencies): Promise<ResultHead> {
  const { run, runLease, signal, tracker, writer, unassessed } = attempt;
  const { store, assets, links, clock, limits, log } = parts;
  const { openSource, eventOf } = observeFiles(
    capturing({
      run,
      runLease,
      assets,
      runs: store.runs,
      open: parts.openSourceFor(run.workspaceId),
      linkCache: parts.linkCacheFor(run.workspaceId),
      assetIdIn: links.assetIdIn,
      now: () => clock.now(),
    }),
  );
  const ports = {
    ...modelsOf(run, parts),
    clock,
    sourceCache: parts.sourceCacheFor(run.workspaceId),
    ...(parts.answersFor && { answers: parts.answersFor(run.workspaceId) }),
    ...(parts.allowanceFor && { allowance: parts.allowanceFor(run) }),
    openSource,
  };
  const files = await jobOf(run, [], limits, assets);
  const earlier = (await storedFindings(run, parts)).filter((finding) => finding.assessed);
  const config = parts.observe?.(run);
  const options = {
    signal,
    ...(config && { config }),
    onEvent(event: Parameters<ProgressTracker['note']>[0]) {
      if (event.type === 'model_call_failed') {
        const { message: reason, nextAttemptAt } = event;
        // The other failures are in the warning at the end of the attempt.
        if (attempt.modelFailure === undefined)
          log.warn({ ...fieldsOf(run), reason, nextAttemptAt }, 'a call of the model failed');
        attempt.modelFailure = reason;
      }
      tracker.note(event);
      const recorded = eventOf(event, files);
      if (recorded !== null) writer.note(recorded);
      if (event.type === 'finding' && !event.finding.assessed)
        unassessed.set(event.finding.id, event.finding);
      if (event.type === 'finding' && !mayBeAssessedLater(event.finding)) writer.add(event.finding);
      else writer.moved();
    },
  };
  /** Keeps no findings in memory. The findings are read from the store when the output of the run is made from them. */
  const keeper: FindingKeeper = {
    keep: () => {},
    async all() {
      await writer.finish();
      const stored = (await storedFindings(run, parts)).filter(({ id }) => !unassessed.has(id));
      return [...stored, ...unassessed.values()].sort(byRuleAndFile);
    },
  };
  try {
    return await analyzeInto(keeper, { ...files, earlier }, ports, options);
  } catch (error) {
    if (signal.aborted || earlier.length === 0) throw error;
    log.warn(
      { runId: run._id, error },
      'the findings of an earlier attempt are no longer valid: the run starts again',
    );
    unassessed.clear();
    return await analyzeInto(keeper, files, ports, options);
  }
}

/** The models and programs of a run; the PDFs that the layout program makes are stored. */
function modelsOf({ _id: runId, workspaceId: owner }: Run, parts: WorkerDependencies): RunModels {
  const { models, limits, log } = parts;
  const { layout } = models;
  if (layout === undefined) return models;
  const onFailure = (error: unknown) =>
    log.warn({ runId, error }, 'the PDF of an office file was not stored');
  const storage = { owner, maxBytes: limits.fileBytes };
  return { ...models, layout: storingPdfs(layout, officePdfs(parts), storage, onFailure) };
}

async function endAfter(result: ResultHead, attempt: Attempt, parts: WorkerDependencies): Promise<Release> {
  const { run, tracker, writer } = attempt;
  const { clock } = parts;
  const unassessed = [...attempt.unassessed.values()].sort(byRuleAndFile);
  const open = unassessed.filter(mayBeAssessedLater);
  const [first] = open;
  await writer.finish();
  if (first !== undefined) {
    const missing = `${open.length} of ${findingsIn(result)} answers are missing.`;
    const message = `${missing} ${first.statement}`;
    const fault = { code: 'checker_failed', message, at: clock.now().toISOString() };
    // The statement can quote the model, and with it a document.
    const again = tryAgain(fault, `${missing} ${attempt.modelFailure ?? ''}`.trim(), attempt, parts);
    if (again) return again;
    for (const finding of open) writer.add(finding);
    await writer.finish();
  }
  return endWith(result, unassessed[0], run, tracker.ended(), clock.now());
}

function byRuleAndFile(one: Finding, other: Finding): number {
  const fileOf = ({ subject }: Finding) => (subject.kind === 'file' ? subject.fileIndex : 0);
  return one.rule.index - other.rule.index || fileOf(one) - fileOf(other);
}

async function endAfterFault(
  reason: unknown,
  attempt: Attempt,
  parts: WorkerDependencies,
): Promise<Release | null> {
  const { run, tracker, writer } = attempt;
  const { clock, log } = parts;
  if (reason instanceof LostRun) return null;
  await writer
    .finish()
    .catch((error: unknown) => log.warn({ runId: run._id, error }, 'findings were not stored'));
  if (reason instanceof Stopping) return { state: 'queued' };
  log.error({ ...fieldsOf(run), error: reason }, 'an attempt at a run ended with an error');
  const fault = runErrorOf(reason, clock.now());
  return tryAgain(fault, fault.message, attempt, parts) ?? giveUp(fault, run, tracker, parts);
}

async function giveUp(
  fault: RunError,
  run: Run,
  tracker: ProgressTracker,
  parts: WorkerDependencies,
): Promise<Release> {
  const stored = await storedFindings(run, parts);
  const known = new Set(stored.map((finding) => finding.id));
  const missing = unassessedFindings(run, {
    reason: 'checker_failed',
    statement: `Not assessed: ${fault.message}`,
    method: parts.models.checker.method,
  });
  const findings = [...stored, ...missing.filter((finding) => !known.has(finding.id))];
  return endWithout(fault, run, findings, tracker.ended(), parts.clock.now());
}

/**
 * Returns how to release a run for another attempt, and logs the reason and the time of that attempt. Returns null if no
 * attempt is left. If this attempt has stored a finding, earlier failures no longer count.
 */
function tryAgain(
  lastError: RunError,
  reason: string,
  { run, writer }: Attempt,
  { clock, log }: WorkerDependencies,
): Release | null {
  const wait = retryAfterMs[writer.hasStored() ? 0 : run.failures];
  const fields = { ...fieldsOf(run), reason };
  if (wait === undefined) {
    log.warn(fields, 'an attempt at a run failed, and there is no other');
    return null;
  }
  const nextAttemptAt = new Date(clock.now().getTime() + wait);
  log.warn({ ...fields, nextAttemptAt }, 'an attempt at a run failed, and another follows');
  return { state: 'retrying', lastError, nextAttemptAt };
}

/** The fields by which the log names an attempt. */
export function fieldsOf({ _id: runId, attempts: attempt, origin }: Run) {
  return { requestId: origin?.requestId, runId, attempt };
}

async function storedFindings(run: Run, { store }: WorkerDependencies): Promise<Finding[]> {
  return (await store.findings.all(run.workspaceId, run._id)).map(({ finding }) => finding);
}

function workerCrashed(now: Date): RunError {
  return {
    code: 'worker_vanished',
    message: `The run was given up, because its worker process crashed ${maxWorkerCrashes} times.`,
    at: now.toISOString(),
  };
}
