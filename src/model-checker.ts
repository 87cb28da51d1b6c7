import { join } from 'node:path';
import {
  type Checker,
  createLexicalChecker,
  openModelChecker,
  openVision,
  parsePrices,
  parsePromptChoice,
  promptProblem,
  readPrompts,
  type Vision,
} from '../engine/index.ts';
import { packageFolder } from './package-folder.ts';

/** Which model checks rules, as settings and options say it. */
export type ModelChoice = {
  model: string | null;
  baseUrl: string | null;
  apiKey: string | null;
  /** Folder of the user's own prompts. */
  prompts: string | null;
  /** Such as `rule-check@2`. */
  promptVersions: string;
  budgetTokens: number | null;
  concurrency?: number | undefined;
  tokensPerMinute?: number | undefined;
  timeoutMs?: number | undefined;
  readTokens?: number | undefined;
  /** Of a million tokens: `input,output` or `input,output,cached`. */
  prices?: string | null;
};

/** The checker that is asked for: the lexical analyst without a model. Throws `bad_prompt`, `bad_prompt_choice`, `bad_prices`. */
export function openChecker(choice: ModelChoice, secret: string): Checker {
  const { model, budgetTokens, readTokens, prices = null } = choice;
  if (model === null) return createLexicalChecker();
  return openModelChecker({
    settings: {
      ...endpointOf(choice, model),
      ...(readTokens !== undefined && { readTokens }),
      ...(prices !== null && { prices: parsePrices(prices) }),
    },
    prompts: promptsOf(choice),
    secret,
    ...(budgetTokens !== null && { budgetTokens }),
  });
}

/** What says what pictures show, at the server of `choice`; null without a model. Throws like `openChecker`. */
export function openPictures(choice: ModelChoice): Vision | null {
  const { model } = choice;
  return model === null
    ? null
    : openVision({ settings: endpointOf(choice, model), prompts: promptsOf(choice) });
}

function endpointOf(choice: ModelChoice, model: string) {
  const { baseUrl, apiKey, concurrency, tokensPerMinute, timeoutMs } = choice;
  return {
    model,
    ...(baseUrl !== null && { baseUrl }),
    ...(apiKey !== null && { apiKey }),
    ...(concurrency !== undefined && { concurrency }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

/** What is wrong with versions of prompts that a user asks for; null when all of them are there. */
export function problemOfPrompts(versions: string, folder: string | null): string | null {
  return promptProblem(readPrompts(join(packageFolder(), 'prompts'), folder), versions);
}

function promptsOf({ prompts, promptVersions }: ModelChoice) {
  return {
    ours: join(packageFolder(), 'prompts'),
    ...(prompts !== null && { others: prompts }),
    choice: parsePromptChoice(promptVersions),
  };
}
