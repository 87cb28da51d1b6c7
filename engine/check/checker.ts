import type { QuoteLocator } from '../cite/quote-locator.ts';
import type { Job } from '../job.ts';
import type { AnswerCache } from '../llm/answer-cache.ts';
import type { Budget } from '../llm/budget.ts';
import type { OnFailedCall } from '../llm/retries.ts';
import type { Answer } from '../model/answer.ts';
import type { Certificate } from '../model/certificate.ts';
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
import type { WordSentence } from './model/word-sentence.ts';

export type Question = {
  rule: KeyedRule;
  evidence: Evidence;
  /** The passages of the searched sources, in the order of the sources. */
  passages: Passages;
  /** The sources that the rule is checked against: knowledge files first, then input files. */
  searched: readonly Source[];
};

export type CheckedAnswer = {
  answer: Answer;
  checker: CheckerRecord;
  /**
   * The object that located the quotes of the answer, if the checker has already located them; verification then reuses
   * its results.
   */
  locator?: QuoteLocator;
  /** Parts of the files that were read, but that the checker did not examine. */
  unread?: { name: string; reason: string }[];
};

/**
 * Answers one rule for one subject from the given evidence. If the checker fails, `check` throws; a failure is never
 * returned as an answer.
 */
export interface Checker {
  readonly method: 'lexical' | 'model';
  /** The name of the model that the checker uses. */
  readonly model?: string;
  /**
   * What CONFIRMED answers of the checker are worth: a certificate for each set of languages that was tested. Absent or
   * empty if nobody has tested the checker.
   */
  readonly certificates?: readonly Certificate[];
  /** How many questions the checker can answer concurrently. */
  readonly concurrency: number;
  /**
   * How many passages of input files to retrieve for a rule, best first. Unset: 40, as many as a reviewer would read.
   */
  readonly passages?: number;
  /** The token budget of the run. Model calls for embeddings and pictures count against it too. */
  readonly budget?: Budget;
  /**
   * Releases what the checker has cached for the input files of a subject; called when all rules of the subject are
   * answered. Knowledge files stay cached, because all subjects share them.
   */
  forget?(subject: Pick<Question, 'searched'>): void;
  /**
   * Whether the answers for a subject depend on which passages are retrieved; false for a subject that the checker
   * reads whole. If a checker does not have this function, its answers depend on the retrieved passages.
   */
  choosesPassages?(subject: Pick<Question, 'searched' | 'passages'>): boolean;
  /**
   * Returns a checker for one run, which counts the usage of that run. Throws `bad_prompt` or `bad_prompt_choice` if
   * the job names prompts that do not exist. `onFailedCall` is called when a model call of the run failed.
   */
  forRun?(
    job: Pick<Job, 'runId' | 'earlier' | 'promptVersions'>,
    answers: AnswerCache | undefined,
    onFailedCall?: OnFailedCall,
  ): Checker;
  /**
   * The estimated cost of a question: `least` if the first model call answers it, `most` if the model has to read all
   * documents.
   */
  effort?(question: Question): { least: Effort; most: Effort };
  /** Chooses a finding for each output field whose name does not show which finding belongs there. */
  readonly chooseFields?: ChooseFields;
  /** The estimated cost of calling `chooseFields`. */
  choiceEffort?(leaves: readonly UnnamedLeaf[], findings: readonly Finding[]): Effort;
  /** Proposes the words of a sentence that would meet a rule. */
  readonly wordSentence?: WordSentence;
  /** Warnings about the documents as such, which do not depend on a rule. */
  warnings?(passages: readonly Passage[]): Warning[];
  /** `config` has the callbacks for model calls, and the signal that cancels these calls. */
  check(question: Question, config: StepConfig): Promise<CheckedAnswer>;
}
