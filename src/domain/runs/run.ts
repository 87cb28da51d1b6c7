import { type SharesName, sharedNames } from '../../../engine/model/keys.ts';
import type { Counts, Result } from '../../../engine/model/result.ts';
import type { Scope } from '../../../engine/model/rule.ts';
import type { PoliticsContent } from '../politics.ts';
import type { ProjectFile, ProjectStatus } from '../project.ts';
import type { Created } from '../records/versioned.ts';
import type { WaitingFile } from '../watch.ts';
import type { EarlierSignOff, SignOff } from './sign-off.ts';

export const runStates = ['queued', 'running', 'retrying', 'completed', 'failed', 'canceled'] as const;

/** `retrying`: an attempt failed, and the next attempt is due at `nextAttemptAt`. The last three states are final. */
export type RunState = (typeof runStates)[number];

/** The rule set at the start of the run. Later edits of the rule set do not change it. */
export type PoliticsSnapshot = PoliticsContent & {
  politicsId: string;
  version: number;
  updatedAt: string;
  /** A copy of the project's setting; absent in records of earlier releases. */
  promptVersions?: string;
};

export type RunStage = 'waiting' | 'reading' | 'checking' | 'shaping' | 'ended';

/** `total` is null until it is known. */
export type Share = { done: number; total: number | null };

export type RunProgress = {
  stage: RunStage;
  files: Share;
  pages: Share;
  /** The number of rules times the number of subjects. */
  rules: Share;
  /** 0 to 100; like the other numbers, it never decreases, even in a new attempt. */
  percent: number;
  /** The last failed model call of the active attempt; absent once a rule has been answered after it. */
  modelFailure?: RunError & Pick<Run, 'nextAttemptAt'>;
};

export type RunError = { code: string; message: string; at: string };

/**
 * The progress of a run for its readers, with why its last attempt or model call failed, and when the next attempt
 * begins or the call is repeated.
 */
export function progressOf(run: RunHead) {
  const { state, progress, lastError, nextAttemptAt } = run;
  const shown = { ...run, ...progress, runId: run._id };
  if (state !== 'running' || progress.modelFailure === undefined)
    return { ...shown, lastError, nextAttemptAt };
  const { nextAttemptAt: next, ...failure } = progress.modelFailure;
  return { ...shown, lastError: failure, nextAttemptAt: next };
}

/**
 * The lease under which a process works on the run; `owner` is null if no process works on the run. `fence` increases
 * whenever the run is claimed or canceled, and a write with an older fence is refused.
 */
export type Lease = { owner: string | null; fence: number };

/**
 * The result of a run without its findings, which are read page by page, and without its rules, which the copy of the
 * rule set has.
 */
export type RunResult = Omit<Result, 'findings' | 'runId' | 'rules'>;

/**
 * `outcomes`, and `modelTokens`, the tokens sent to and received from language models, are absent in records of earlier
 * releases.
 */
export type RunSummary = {
  labels: Counts['labels'];
  outcomes?: Counts['outcomes'];
  incomplete: boolean;
  modelTokens?: number;
};

/** The stored content of a link, as it was when the run first read it. */
export type Capture = {
  url: string;
  assetId: string;
  /**
   * The media type that the server declared, with parameters such as the encoding of a page. Absent if the server
   * declared none, and in records of earlier releases.
   */
  declaredType?: string;
};

/** One check of a project, from the queue to its end. The record is authoritative: queues only wake workers. */
export type Run = Created & {
  projectId: string;
  state: RunState;
  /** False until the project refers to the run. Workers claim only released runs. */
  released: boolean;
  /**
   * True once the follow-up work of an ended run is done: the project's state is updated and notifications are created.
   */
  settled: boolean;
  politics: PoliticsSnapshot;
  files: ProjectFile[];
  scope: Scope;
  /** The files of the watched folder that were not taken; absent if there are none. */
  notTaken?: Pick<WaitingFile, 'name' | 'reason'>[];
  progress: RunProgress;
  /** How often workers claimed the run, not counting workers that released it because they stopped. */
  attempts: number;
  /** How many attempts failed, or ended because their worker died, since a finding was last stored. */
  failures: number;
  lastError: RunError | null;
  nextAttemptAt: string | null;
  lease: Lease;
  /** The number of findings that the run has. Stored findings that were not added to the run do not count. */
  findings: number;
  /** Links whose content is stored with this run, so that the evidence for its citations cannot change. */
  captures: Capture[];
  /** The part of the result that a list of runs shows; null until the run has ended. */
  summary: RunSummary | null;
  result: RunResult | null;
  /** Null or absent if no person has signed the run off. */
  signOff?: SignOff | null;
  /** The sign-offs that were replaced or withdrawn, the latest first; absent if there are none. */
  earlierSignOffs?: EarlierSignOff[];
  startedAt: string | null;
  endedAt: string | null;
  /**
   * The request that created the run, for logs and traces; absent in records of earlier releases. Users do not see it.
   */
  origin?: RunOrigin;
};

/**
 * `traceparent` is the W3C trace context of the request; absent if the request was not traced. `watch` is present if no
 * request but a look at a watched folder created the run.
 */
export type RunOrigin = { requestId: string; traceparent?: string; watch?: true };

/** The large parts of a run that never change. They are stored so that saving the progress does not write them again. */
export type RunSnapshot = Pick<Run, 'politics' | 'files' | 'scope' | 'notTaken'>;

/** A run without its large parts: the snapshot of the rule set and files, and the result. */
export type RunHead = Omit<Run, keyof RunSnapshot | 'result'>;

/** Tells which files of the run share their name. */
export function sharedNamesOf({ files, politics }: Pick<Run, 'files' | 'politics'>): SharesName {
  return sharedNames([
    ...files.map((file) => ({ ...file, role: 'input' as const })),
    ...politics.knowledgeFiles.map(({ name }) => ({ role: 'authority' as const, name })),
  ]);
}

/** Whether the run's state is final. */
export function hasEnded(run: Pick<Run, 'state'>): boolean {
  return projectStatusAfter(run.state) !== null;
}

/**
 * The time from which a worker may claim the run; null if no worker may. A queued run may be claimed at once, whatever
 * the clock says.
 */
export function dueAt(run: Pick<Run, 'released' | 'state' | 'nextAttemptAt'>): Date | null {
  if (!run.released) return null;
  if (run.state === 'queued') return new Date(0);
  return run.state === 'retrying' && run.nextAttemptAt !== null ? new Date(run.nextAttemptAt) : null;
}

/** The project's state after its run has ended in this state; null if the run has not ended. */
export function projectStatusAfter(state: RunState): ProjectStatus | null {
  switch (state) {
    case 'completed':
    case 'failed':
    case 'canceled':
      return state;
    case 'queued':
    case 'running':
    case 'retrying':
      return null;
  }
}

/** Initial progress: every rule counts once for each subject. */
export function noProgress(rules: number, knowledgeFiles: number, inputs: number, scope: Scope): RunProgress {
  return {
    stage: 'waiting',
    files: { done: 0, total: knowledgeFiles + inputs },
    pages: { done: 0, total: null },
    rules: { done: 0, total: rules * (scope === 'each' ? inputs : 1) },
    percent: 0,
  };
}

/**
 * The assets (uploads and stored links) that a run uses, each once. They are kept as long as the run exists, so that
 * the citations of the run can be opened.
 */
export function assetsOfRun(run: Run): string[] {
  const files = [...run.files, ...run.politics.knowledgeFiles].flatMap((file) => file.assetId ?? []);
  return [...new Set([...files, ...run.captures.map((capture) => capture.assetId)])];
}
