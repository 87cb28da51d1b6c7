import type { QuoteLocator } from '../cite/quote-locator.ts';
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
import type { StepConfig } from '../runtime/step.ts';
import type { UnnamedLeaf } from '../shape/fill.ts';
import type { ChooseFields } from '../shape/shape-by-model.ts';

export type Question = {
  rule: KeyedRule;
  evidence: Evidence;
  /** The passages of the searched sources, in the order of the sources. */
  passages: Passages;
  /** The sources that the rule is checked against, authorities first. */
  searched: readonly Source[];
};

export type CheckedAnswer = {
  answer: Answer;
  checker: CheckerRecord;
  /** The checker's own locator, if it has located the quotes already. */
  locator?: QuoteLocator;
  /** Parts of the files that the checker did not examine, apart from those that could not be read. */
  unread?: { name: string; reason: string }[];
};

/** Answers one rule for one subject from the given evidence. A failure is thrown, never returned as an answer. */
export interface Checker {
  readonly method: 'lexical' | 'model';
  /** The name of the model it uses. */
  readonly model?: string;
  /** How many questions it can answer concurrently. */
  readonly concurrency: number;
  /** How many passages of input files to retrieve for a rule, best first. Default: as many as a reviewer would read. */
  readonly passages?: number;
  /** The budget of the run; other model calls made for the checker count there too. */
  readonly budget?: Budget;
  /**
   * Releases what it caches of a subject whose rules are all answered; not of its knowledge files, which all subjects
   * share.
   */
  forget?(subject: Pick<Question, 'searched'>): void;
  /** Whether the retrieved passages affect it: not where it reads all of them anyway. Default: true. */
  choosesPassages?(subject: Pick<Question, 'searched' | 'passages'>): boolean;
  /**
   * A checker for one run, with usage counted separately. Throws `bad_prompt` and `bad_prompt_choice` for prompts of
   * the job that do not exist.
   */
  forRun?(job: Pick<Job, 'runId' | 'earlier' | 'promptVersions'>, answers: AnswerCache | undefined): Checker;
  /** What a question costs: when the first call answers it, and when everything has to be read. */
  effort?(question: Question): { least: Effort; most: Effort };
  /** Chooses what goes into output fields whose names show no meaning. */
  readonly chooseFields?: ChooseFields;
  /** What that choice would cost. */
  choiceEffort?(leaves: readonly UnnamedLeaf[], findings: readonly Finding[]): Effort;
  /** Warnings about the material, independent of the rule. */
  warnings?(passages: readonly Passage[]): Warning[];
  /** `config` has the callbacks for its model calls, and the signal that cancels them. */
  check(question: Question, config: StepConfig): Promise<CheckedAnswer>;
}
