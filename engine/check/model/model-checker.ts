import type { Job } from '../../job.ts';
import type { AnswerCache } from '../../llm/answer-cache.ts';
import { inMemoryAnswerCache } from '../../llm/answer-cache.ts';
import { Budget } from '../../llm/budget.ts';
import type { ChatEndpoint } from '../../llm/chat/chat-endpoint.ts';
import { createModelClient } from '../../llm/model-client.ts';
import type { ModelSettings } from '../../llm/model-settings.ts';
import type { Finding } from '../../model/finding.ts';
import type { Source } from '../../model/source.ts';
import type { PromptVersion } from '../../prompts/prompt-file.ts';
import type { Checker, Question } from '../checker.ts';
import { createLexicalChecker } from '../lexical/lexical-checker.ts';
import { choiceReckoner, fieldChooser } from './choose-fields.ts';
import { effortOf } from './effort.ts';
import { ruleCheck } from './rule-check.ts';
import { createSubjectText, type SubjectText } from './subject-text.ts';
import { suspicionWarnings } from './suspicion-warnings.ts';

/** `rule-check`, `support-check` and `output-shape`. */
export type CheckPrompts = { rule: PromptVersion; support: PromptVersion; shape: PromptVersion };

export type ModelCheckerDependencies = {
  endpoint: ChatEndpoint;
  settings: ModelSettings;
  /**
   * The prompts of a run; a prompt without a version of its own is the service's. Throws `bad_prompt`,
   * `bad_prompt_choice`.
   */
  promptsFor: (versions?: string) => CheckPrompts;
  /** The secret that derives the markers around a document's words; authors of documents must not know it. */
  secret: string;
  /** Tokens that one run may use; unset means no limit. */
  budgetTokens?: number | undefined;
};

/**
 * Checks rules with a language model whose output is never trusted: its quotes are located in the source, its
 * statements are compared with the quotes, and a support check can only lower its verdict. One checker serves one
 * run: `forRun` creates a checker with its own budget for each run.
 */
export function createModelChecker(parts: ModelCheckerDependencies): Checker {
  return checkerOf(parts, inMemoryAnswerCache(), { earlier: [] });
}

function checkerOf(
  parts: ModelCheckerDependencies,
  answers: AnswerCache,
  { earlier, promptVersions }: Pick<Job, 'earlier' | 'promptVersions'>,
): Checker {
  const { endpoint, settings, secret, budgetTokens } = parts;
  const prompts = parts.promptsFor(promptVersions);
  const budget = new Budget(budgetTokens, tokensOf(earlier));
  const modelClient = createModelClient({ endpoint, settings, budget, answers });
  const words = createLexicalChecker();
  const subjects = new WeakMap<readonly Source[], SubjectText>();
  const textOfSubject = (question: Pick<Question, 'searched' | 'passages'>): SubjectText => {
    const subject = subjects.get(question.searched) ?? createSubjectText(question, settings, secret);
    subjects.set(question.searched, subject);
    return subject;
  };
  return {
    method: 'model',
    model: endpoint.model,
    budget,
    // Higher than the number of concurrent calls: while one rule's quotes are located, another call runs.
    concurrency: settings.concurrency * 2,
    passages: Math.ceil(Math.max(settings.readTokens, settings.passageTokens) / shortPassage),
    forget: (subject) => {
      subjects.delete(subject.searched);
      words.forget?.(subject);
    },
    choosesPassages: (subject) => textOfSubject(subject).whole === null,
    forRun: (job, kept) => checkerOf(parts, kept ?? inMemoryAnswerCache(), job),
    warnings: suspicionWarnings,
    chooseFields: fieldChooser({ modelClient, prompt: prompts.shape, prices: settings.prices }),
    choiceEffort: choiceReckoner({ prompt: prompts.shape, prices: settings.prices }),
    effort: (question) => effortOf(question, textOfSubject(question), prompts, settings.prices),
    check: (question, config) =>
      ruleCheck({
        question,
        subject: textOfSubject(question),
        modelClient,
        words,
        prompts,
        secret,
        prices: settings.prices,
        config,
      }),
  };
}

/** Tokens of a short passage: a call with retrieved passages contains at most this many. */
const shortPassage = 60;

function tokensOf(findings: readonly Finding[]): number {
  return findings.reduce(
    (sum, { checker }) => sum + (checker.tokens ? checker.tokens.input + checker.tokens.output : 0),
    0,
  );
}
