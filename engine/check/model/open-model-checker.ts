import { randomBytes } from 'node:crypto';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { openEndpoint } from '../../llm/chat/open-endpoint.ts';
import { chatModelEndpoint } from '../../llm/chat/provider-endpoint.ts';
import { type GivenModelSettings, modelSettingsSchema } from '../../llm/model-settings.ts';
import {
  ownPromptFolder,
  type PromptChoice,
  parsePromptChoice,
  readPrompts,
} from '../../prompts/prompt-library.ts';
import type { Checker } from '../checker.ts';
import { createModelChecker } from './model-checker.ts';

export type ModelCheckerSettings = {
  settings: GivenModelSettings;
  /** A chat model to ask instead of the one that the settings name; `settings.model` is the name that findings record. */
  chat?: BaseChatModel | undefined;
  /** The folder of our prompts, and the user's own if there is one. Default: ours, in the newest versions. */
  prompts?: { ours?: string; others?: string | undefined; choice?: PromptChoice | undefined };
  /**
   * The secret of the markers around a document's words, which its author must not know. Default: a new one. With
   * another secret the same question is another request, so that cached answers are not found.
   */
  secret?: string | undefined;
  budgetTokens?: number | undefined;
};

/** The checker that uses a model. Opening it sends no request. Throws `bad_prompt` when a prompt is not usable. */
export function openModelChecker(given: ModelCheckerSettings): Checker {
  const { ours = ownPromptFolder(), others, choice } = given.prompts ?? {};
  const secret = given.secret ?? randomBytes(32).toString('hex');
  const settings = modelSettingsSchema.parse(given.settings);
  const library = readPrompts(ours, others);
  return createModelChecker({
    endpoint: given.chat ? chatModelEndpoint(given.chat, settings) : openEndpoint(settings),
    settings,
    promptsFor: (versions = '') => {
      const chosen = { ...choice, ...parsePromptChoice(versions) };
      const find = (id: string) => library.find(id, chosen);
      return { rule: find('rule-check'), support: find('support-check'), shape: find('output-shape') };
    },
    secret,
    budgetTokens: given.budgetTokens,
  });
}
