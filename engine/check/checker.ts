import type { Job } from '../job.ts';
import type { AnswerCache } from '../llm/answer-cache.ts';
import type { Budget } from '../llm/budget.ts';
import type { Answer } from '../model/answer.ts';
import type { CheckerRecord, Finding } from '../model/finding.ts';
import type { Passage, Passages } from '../model/passage.ts';
import type { Warning } from '../model/result.ts';
import type { KeyedRule } from '../model/rule.ts';
import type { Source } from '../model/source.ts';
import type { Effort } from '../model/usage.ts';
import type { Evidence } from '../retrieve/evidence.ts';
import type { UnnamedLeaf } from '../shape/fill.ts';
import type { ChooseFields } from '../shape/shape-by-model.ts';

export type Question = {
  rule: KeyedRule;
  evidence: Evidence;
  /** The passages of the searched sources, in the order of the sources. */
  passages: Passages;
  /** The sources the rule is checked against, authorities first. */
  searched: readonly Source[];
};

export type CheckedAnswer = {
  answer: Answer;
  checker: CheckerRecord;
  /** Parts of the files that the checker did not look at, beside those that could not be read. */
  unread?: { name: string; reason: string }[];
};

/** Answers one rule for one subject from the evidence given to it. A failure is thrown, never dressed up as an answer. */
export interface Checker {
  readonly method: 'lexical' | 'model';
  /** The name of the model it asks. */
  readonly model?: string;
  /** How many questions it wants to answer at a time. */
  readonly concurrency: number;
  /** How many passages of input files it wants retrieved for a rule, best first. Default: as many as a person would read. */
  readonly passages?: number;
  /** What the run may use; whatever else is asked of a model for it counts there too. */
  readonly budget?: Budget;
  /** Lets go of what it keeps of a matter whose rules are all answered; not of its knowledge files, which all matters share. */
  forget?(subject: Pick<Question, 'searched'>): void;
  /** Whether it matters to it which passages are retrieved: not where it reads all of them anyway. Default: it does. */
  choosesPassages?(subject: Pick<Question, 'searched' | 'passages'>): boolean;
  /**
   * A checker for one run, where what it does for one run is counted apart from others. Throws `bad_prompt` and
   * `bad_prompt_choice` for prompts of the job that there are not.
   */
  forRun?(job: Pick<Job, 'runId' | 'earlier' | 'promptVersions'>, answers: AnswerCache | undefined): Checker;
  /** What a question would take of a model: when the first reading answers it, and when all has to be read. */
  effort?(question: Question): { least: Effort; most: Effort };
  /** Says what belongs into fields of an output whose names do not tell. */
  readonly chooseFields?: ChooseFields;
  /** What saying so would take of a model. */
  choiceEffort?(leaves: readonly UnnamedLeaf[], findings: readonly Finding[]): Effort;
  /** What a person should know about the material, whatever the rule. */
  warnings?(passages: readonly Passage[]): Warning[];
  check(question: Question, signal: AbortSignal): Promise<CheckedAnswer>;
}
