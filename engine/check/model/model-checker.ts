import { randomBytes } from 'node:crypto';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { locatorAt } from '../../cite/locator-at.ts';
import type { Job } from '../../job.ts';
import type { AnswerCache } from '../../llm/answer-cache.ts';
import { inMemoryAnswerCache } from '../../llm/answer-cache.ts';
import { Budget } from '../../llm/budget.ts';
import type { ChatEndpoint } from '../../llm/chat/chat-endpoint.ts';
import { openEndpoint } from '../../llm/chat/open-endpoint.ts';
import { chatModelEndpoint } from '../../llm/chat/provider-endpoint.ts';
import { createModelClient } from '../../llm/model-client.ts';
import {
  type GivenModelSettings,
  type ModelSettings,
  modelSettingsSchema,
} from '../../llm/model-settings.ts';
import type { OnFailedCall } from '../../llm/retries.ts';
import type { Certificate } from '../../model/certificate.ts';
import type { Finding } from '../../model/finding.ts';
import type { Passage } from '../../model/passage.ts';
import type { Warning } from '../../model/result.ts';
import type { Source } from '../../model/source.ts';
import { sum } from '../../model/usage.ts';
import { placeWords } from '../../model/wording/place-words.ts';
import type { PromptVersion } from '../../prompts/prompt-file.ts';
import {
  ownPromptFolder,
  type PromptChoice,
  parsePromptChoice,
  readPrompts,
} from '../../prompts/prompt-library.ts';
import { certificatesOf, ownCertificates } from '../certificates.ts';
import type { Checker, Question } from '../checker.ts';
import { createWordsChecker } from '../words/words-checker.ts';
import { numberingOf } from './answer-form.ts';
import { choiceReckoner, fieldChooser } from './choose-fields.ts';
import { effortOf } from './effort.ts';
import { ruleCheck } from './rule-check.ts';
import { isSuspicious } from './shown-documents.ts';
import { createSubjectText, type SubjectText } from './subject-text.ts';
import { sentenceWriter } from './word-sentence.ts';

export type ModelCheckerSettings = {
  settings: GivenModelSettings;
  /** A chat model to ask instead of the one that the settings name; `settings.model` is the name that findings record. */
  chat?: BaseChatModel | undefined;
  /**
   * Folders of prompts: `ours` is the folder of Proviso's own prompts, `others` that of the user's. `choice` selects
   * versions. Default: Proviso's own prompts in their newest versions.
   */
  prompts?: { ours?: string; others?: string | undefined; choice?: PromptChoice | undefined };
  /**
   * The secret from which the markers around a document's words are derived. Authors of documents must not know it.
   * Default: a new random secret. Every request depends on the secret, so answers that were cached with a different
   * secret are not found.
   */
  secret?: string | undefined;
  budgetTokens?: number | undefined;
  /** The certificates of all checkers. Default: those of this release, which has none for a model. */
  certificates?: readonly Certificate[] | undefined;
};

/**
 * Opens a checker that asks a language model and never trusts the answer. The model's quotes are located in the source,
 * and its statements are compared with the quotes. A second question to the model, the support check, can lower the
 * label of an answer but never raise it. One checker serves one run: `forRun` creates a checker with its own budget for
 * each run. Opening a checker sends no request. Throws an error with the code `bad_prompt` if a prompt is not usable.
 */
export function openModelChecker(given: ModelCheckerSettings): Checker {
  const { ours = ownPromptFolder(), others, choice } = given.prompts ?? {};
  const secret = given.secret ?? randomBytes(32).toString('hex');
  const settings = modelSettingsSchema.parse(given.settings);
  const library = readPrompts(ours, others);
  const parts: Dependencies = {
    endpoint: given.chat ? chatModelEndpoint(given.chat, settings) : openEndpoint(settings),
    settings,
    promptsFor: (versions = '') => {
      const chosen = { ...choice, ...parsePromptChoice(versions) };
      const find = (id: string) => library.find(id, chosen);
      return {
        ...{ rule: find('rule-check'), support: find('support-check') },
        ...{ shape: find('output-shape'), sentence: find('redline-sentence') },
      };
    },
    secret,
    budgetTokens: given.budgetTokens,
    certificates: given.certificates ?? ownCertificates,
  };
  return checkerOf(parts, inMemoryAnswerCache(), { earlier: [] });
}

/** One version each of the prompts `rule-check`, `support-check`, `output-shape` and `redline-sentence`. */
type CheckPrompts = Record<'rule' | 'support' | 'shape' | 'sentence', PromptVersion>;

type Dependencies = {
  endpoint: ChatEndpoint;
  settings: ModelSettings;
  /**
   * The prompts of a run. `versions` selects versions, such as `rule-check@2`; prompts that it does not name have the
   * version that the checker was opened with. Throws errors with the codes `bad_prompt` and `bad_prompt_choice`.
   */
  promptsFor: (versions?: string) => CheckPrompts;
  /** The secret from which the markers around a document's words are derived; authors of documents must not know it. */
  secret: string;
  /** Maximum number of tokens that one run can use; unset means no limit. */
  budgetTokens?: number | undefined;
  certificates: readonly Certificate[];
};

function checkerOf(
  parts: Dependencies,
  answers: AnswerCache,
  { earlier, promptVersions }: Pick<Job, 'earlier' | 'promptVersions'>,
  onFailedCall?: OnFailedCall,
): Checker {
  const { endpoint, settings, secret, budgetTokens } = parts;
  const prompts = parts.promptsFor(promptVersions);
  const budget = new Budget(budgetTokens, tokensOf(earlier));
  const modelClient = createModelClient({ endpoint, settings, budget, answers, onFailedCall });
  const words = createWordsChecker();
  const subjects = new WeakMap<readonly Source[], SubjectText>();
  const textOfSubject = (question: Pick<Question, 'searched' | 'passages'>): SubjectText => {
    const subject =
      subjects.get(question.searched) ??
      createSubjectText(question, settings, { secret, numbering: numberingOf(prompts.rule) });
    subjects.set(question.searched, subject);
    return subject;
  };
  return {
    method: 'model',
    model: endpoint.model,
    certificates: certificatesOf(parts.certificates, { method: 'model', model: endpoint.model }),
    budget,
    // Twice the number of concurrent calls, so that calls for other rules run while one rule's quotes are located.
    concurrency: settings.concurrency * 2,
    passages: Math.ceil(Math.max(settings.readTokens, settings.passageTokens) / shortPassage),
    forget: (subject) => {
      subjects.delete(subject.searched);
      words.forget?.(subject);
    },
    choosesPassages: (subject) => textOfSubject(subject).whole === null,
    forRun: (job, kept, onFailedCall) => checkerOf(parts, kept ?? inMemoryAnswerCache(), job, onFailedCall),
    warnings: suspicionWarnings,
    chooseFields: fieldChooser({ modelClient, prompt: prompts.shape, prices: settings.prices }),
    choiceEffort: choiceReckoner({ prompt: prompts.shape, prices: settings.prices }),
    wordSentence: sentenceWriter({ modelClient, prompt: prompts.sentence, secret }),
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

/** Tokens of a short passage. A call contains at most as many passages as short passages fit into its tokens. */
const shortPassage = 60;

function tokensOf(findings: readonly Finding[]): number {
  return sum(findings.map(({ checker: { tokens } }) => (tokens ? tokens.input + tokens.output : 0)));
}

/** One warning for each passage that reads like an instruction to its reader. */
function suspicionWarnings(passages: readonly Passage[]): Warning[] {
  return passages.filter(isSuspicious).map((passage) => {
    const { name, content } = passage.source;
    return {
      code: 'instruction_like_text',
      message: `"${name}", ${placeWords(locatorAt(content, passage))}, contains text that reads like an instruction to the checker. Proviso did not show it to the model; read it yourself.`,
      file: name,
    };
  });
}
