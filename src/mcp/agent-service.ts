import type { Citation } from '../../engine/model/citation.ts';
import type { Finding } from '../../engine/model/finding.ts';
import type { Result } from '../../engine/model/result.ts';
import type { Rule, Scope } from '../../engine/model/rule.ts';
import type { SourceText } from '../../engine/model/source.ts';
import type { GivenCitation, Verification } from '../../engine/model/verification.ts';
import type { LintProblem } from '../../engine/rules/lint/problem.ts';
import type { RunRedline } from '../services/redlines/run-redlines.ts';
import type { LabelFilter } from '../services/report/finding-filter.ts';

export type RuleSetHead = { id: string; name: string; description: string; rules: number };
export type RuleSet = { id: string; name: string; description: string; rules: readonly Rule[] };

/** What to read: files as the agent named them, and texts that it sent. */
export type Sources = { files: readonly string[]; texts: readonly { name: string; text: string }[] };

/** A check to start: a rule set by its id, or rules, and what to check; or a project to check again. */
export type NewCheck = Sources & {
  name?: string | undefined;
  ruleSet?: string | undefined;
  rules?: readonly Rule[] | undefined;
  scope: Scope;
  project?: string | undefined;
};

/** A run as tools show it. `id` identifies it in every tool. */
export type AgentRun = {
  id: string;
  name: string;
  state: 'running' | 'completed' | 'failed' | 'canceled';
  /** 0 to 100. */
  percent: number;
  /** What is being done, in words. */
  doing: string;
  error: { code: string; message: string } | null;
  /** Null until the run has ended. */
  result: Pick<Result, 'counts' | 'incomplete' | 'warnings' | 'files'> | null;
};

export type RunHead = { id: string | null; name: string; state: string; changedAt: string; project?: string };

export type FindingsQuery = {
  outcome?: Finding['outcome'] | undefined;
  label?: LabelFilter | undefined;
  ruleKey?: string | undefined;
  after?: string | undefined;
  pageSize: number;
};

export type Page<Item> = { items: readonly Item[]; total: number; nextCursor: string | null };
export type FindingsPage = Page<Finding> & { runId: string };
export type CitationList = 'citations' | 'basis' | 'nearest';
/** A part of the text that a run read from a file; the offsets of `ranges` and citations are counted from `start`. */
export type CitedPart = {
  text: string;
  start: number;
  ranges: readonly Pick<SourceText['ranges'][number], 'start' | 'end' | 'locator'>[];
};
export type CitationPlace = { finding: string; list: CitationList; index: number };

/**
 * What a redline is asked for: the index of a file of the run, the keys of the rules for which changes are wanted, and
 * whether the model proposes sentences.
 */
export type RedlineQuery = {
  file?: number | undefined;
  accept?: readonly string[] | undefined;
  propose?: boolean | undefined;
};
/**
 * What agents can do, for one user: on this machine, or with the records of the service. Every method throws an error
 * that `failureOf` describes.
 */
export interface AgentService {
  /** What `files` of a check can name, in words for the agent. */
  readonly fileWords: string;
  /** What happens to runs, in words for the agent. */
  readonly runWords: string;
  /** How a person gets the Word file with suggested changes, in words for the agent. */
  readonly documentWords: string;
  /** Whether a check can name a project to check again. */
  readonly hasProjects: boolean;
  ruleSets(query: { search?: string | undefined; after?: string | undefined }): Promise<Page<RuleSetHead>>;
  ruleSet(id: string): Promise<RuleSet>;
  /** Starts a check and returns the id of its run. */
  start(check: NewCheck): Promise<string>;
  runs(query: { after?: string | undefined }): Promise<Page<RunHead>>;
  run(id: string): Promise<AgentRun>;
  /** Stops a run. Does nothing if the run has ended. */
  cancel(id: string): Promise<void>;
  findings(run: string, query: FindingsQuery): Promise<FindingsPage>;
  finding(run: string, finding: string): Promise<Finding>;
  /** The part of the text of the cited file that has the citation at the place. */
  citedText(run: string, place: CitationPlace, citation: Citation): Promise<CitedPart>;
  /** Changes what breaks the rules of a run in a copy of one of its files, and checks the copy. */
  redline(run: string, query: RedlineQuery, signal: AbortSignal): Promise<RunRedline>;
  verify(citations: readonly GivenCitation[], sources: Sources, signal: AbortSignal): Promise<Verification>;
  lint(rules: readonly Rule[], signal: AbortSignal): Promise<{ problems: readonly LintProblem[] }>;
  failureOf(error: unknown): Failure;
}

/** An error with its stable code. */
export type Failure = { code: string; message: string };
