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
  /** Parts of the files that were read, but that the checker did not examine. */
  unread?: { name: string; reason: string }[];
};

/** Answers one rule for one subject from the given evidence. A failure is thrown, never returned as an answer. */
export interface Checker {
  readonly method: 'lexical' | 'model';
  /** The name of the model that the checker uses. */
  readonly model?: string;
  /** How many questions it can answer concurrently. */
  readonly concurrency: number;
  /** How many passages of input files to retrieve for a rule, best first. Default: as many as a reviewer would read. */
  readonly passages?: number;
  /** The budget of the run; other model calls made for the checker count there too. */
  readonly budget?: Budget;
  /**
   * Called when all rules of a subject are answered. Releases what the checker caches for this subject, but not for the
   * knowledge files, which all subjects share.
   */
  forget?(subject: Pick<Question, 'searched'>): void;
  /**
   * Whether the answers depend on which passages are retrieved. False for a subject that the checker reads whole.
   * Default: true.
   */
  choosesPassages?(subject: Pick<Question, 'searched' | 'passages'>): boolean;
  /**
   * A checker for one run, with usage counted separately. Throws `bad_prompt` and `bad_prompt_choice` for prompts of
   * the job that do not exist.
   */
  forRun?(job: Pick<Job, 'runId' | 'earlier' | 'promptVersions'>, answers: AnswerCache | undefined): Checker;
  /** The estimated cost of a question: `least` if the first call answers it, `most` if everything has to be read. */
  effort?(question: Question): { least: Effort; most: Effort };
  /** Chooses what goes into output fields whose names show no meaning. */
  readonly chooseFields?: ChooseFields;
  /** The estimated cost of that choice. */
  choiceEffort?(leaves: readonly UnnamedLeaf[], findings: readonly Finding[]): Effort;
  /** Warnings about the material, independent of the rule. */
  warnings?(passages: readonly Passage[]): Warning[];
  /** `config` has the callbacks for its model calls, and the signal that cancels them. */
  check(question: Question, config: StepConfig): Promise<CheckedAnswer>;
}
