import { join } from 'node:path';
import { type Checker, createLexicalChecker, openModelChecker, parsePromptChoice } from '../engine/index.ts';
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
};

/** The checker that is asked for: the lexical analyst without a model. Throws `bad_prompt` or `bad_prompt_choice`. */
export function openChecker(choice: ModelChoice, secret: string): Checker {
  const { model, baseUrl, apiKey, prompts, promptVersions, budgetTokens } = choice;
  if (model === null) return createLexicalChecker();
  const { concurrency, tokensPerMinute, timeoutMs, readTokens } = choice;
  return openModelChecker({
    settings: {
      model,
      ...(baseUrl !== null && { baseUrl }),
      ...(apiKey !== null && { apiKey }),
      ...(concurrency !== undefined && { concurrency }),
      ...(tokensPerMinute !== undefined && { tokensPerMinute }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(readTokens !== undefined && { readTokens }),
    },
    prompts: {
      ours: join(packageFolder(), 'prompts'),
      ...(prompts !== null && { others: prompts }),
      choice: parsePromptChoice(promptVersions),
    },
    secret,
    ...(budgetTokens !== null && { budgetTokens }),
  });
}
