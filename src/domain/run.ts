import type { Counts, Result } from '../../engine/model/result.ts';
import type { Scope } from '../../engine/model/rule.ts';
import type { PoliticsContent } from './politics.ts';
import type { ProjectFile, ProjectStatus } from './project.ts';
import type { Versioned } from './versioned.ts';

export const runStates = ['queued', 'running', 'retrying', 'completed', 'failed', 'canceled'] as const;

/** `retrying`: an attempt failed and another is due at `nextAttemptAt`. The last three are final. */
export type RunState = (typeof runStates)[number];

/** The politics as it was at the deploy; later edits do not touch it. */
export type PoliticsSnapshot = PoliticsContent & {
  politicsId: string;
  version: number;
  updatedAt: string;
  /** As the project had them; absent in records of earlier releases. */
  promptVersions?: string;
};

export type RunStage = 'waiting' | 'reading' | 'checking' | 'shaping' | 'ended';

/** `total` is null as long as it isn't known. */
export type Share = { done: number; total: number | null };

export type RunProgress = {
  stage: RunStage;
  files: Share;
  pages: Share;
  /** Rules times subjects. */
  rules: Share;
  /** 0 to 100, never falls within an attempt. */
  percent: number;
};

export type RunError = { code: string; message: string; at: string };

/**
 * Under which name a process works on the run, until it ends the work or dies. `fence` rises with every claim and cancel: a
 * write under an older one is refused.
 */
export type Lease = { owner: string | null; fence: number };

/** What a run found, without its findings: they are read page by page. */
export type RunResult = Omit<Result, 'findings' | 'runId'>;

export type RunSummary = { labels: Counts['labels']; incomplete: boolean };

/** The bytes that stood behind a link when the run first read it. */
export type Capture = {
  url: string;
  assetId: string;
  /** What its sender said of it, the encoding of a page for one; absent in records of earlier releases. */
  declaredType?: string;
};

/** One deploy of a project, from the queue to its end. The record is the truth: queues only wake workers. */
export type Run = Versioned & {
  projectId: string;
  state: RunState;
  /** False until the project points to the run; only then it may be worked on. */
  released: boolean;
  /** True once everything that follows from the run's end was done: the project's state, notifications. */
  settled: boolean;
  politics: PoliticsSnapshot;
  files: ProjectFile[];
  scope: Scope;
  progress: RunProgress;
  /** How often a worker took the run, but for those that handed it back at a shutdown. */
  attempts: number;
  /** Attempts that ended in a fault, or whose worker vanished, since a finding was last stored. */
  failures: number;
  lastError: RunError | null;
  nextAttemptAt: string | null;
  lease: Lease;
  /** How many findings the run's manifest lists: those that count. */
  findings: number;
  /** Links whose bytes are kept for this run, so that the evidence can't change under its citations. */
  captures: Capture[];
  /** What a list of runs shows of the result; null until the run has ended. */
  summary: RunSummary | null;
  result: RunResult | null;
  startedAt: string | null;
  endedAt: string | null;
};

/** A run without what is large: its snapshot of politics and files, and its result. */
export type RunHead = Omit<Run, 'politics' | 'files' | 'scope' | 'result'>;

/** Whether nothing can change the run's state any more. */
export function hasEnded(run: Pick<Run, 'state'>): boolean {
  return projectStatusAfter(run.state) !== null;
}

/** The state a project has once its run is in this one; null while the run goes on. */
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

/** Progress before anything was done: every rule once for each subject. */
export function noProgress(rules: number, knowledgeFiles: number, inputs: number, scope: Scope): RunProgress {
  return {
    stage: 'waiting',
    files: { done: 0, total: knowledgeFiles + inputs },
    pages: { done: 0, total: null },
    rules: { done: 0, total: rules * (scope === 'each' ? inputs : 1) },
    percent: 0,
  };
}

/** The uploads and kept links that a run keeps alive, so that its citations can be opened; each once. */
export function assetsOfRun(run: Run): string[] {
  const files = [...run.files, ...run.politics.knowledgeFiles].flatMap((file) => file.assetId ?? []);
  return [...new Set([...files, ...run.captures.map((capture) => capture.assetId)])];
}
