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
} from '../../engine/index.ts';
import { packageFolder } from '../process/package-folder.ts';

/** The model that settings and options select for checking rules. */
export type ModelChoice = {
  model: string | null;
  baseUrl: string | null;
  apiKey: string | null;
  /** The folder of the user's own prompts. */
  prompts: string | null;
  /** Such as `rule-check@2`. */
  promptVersions: string;
  budgetTokens: number | null;
  concurrency?: number | undefined;
  tokensPerMinute?: number | undefined;
  timeoutMs?: number | undefined;
  readTokens?: number | undefined;
  /** Per million tokens: `input,output` or `input,output,cached`. */
  prices?: string | null;
};

/** The selected checker: the lexical one without a model. Throws `bad_prompt`, `bad_prompt_choice`, `bad_prices`. */
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

/** The model that describes pictures, on the server of `choice`; null without a model. Throws like `openChecker`. */
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

/** The problem with requested prompt versions; null if all of them exist. */
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
