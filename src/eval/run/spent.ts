import type { Result, Usage } from '../../../engine/model/result.ts';

/** The total usage of several results, and the models and prompts that were used. */
export type Spent = {
  usage: Usage;
  checker: 'lexical' | 'model';
  /** Names of models, and prompts as `id@version`, unique and sorted. */
  models: string[];
  prompts: string[];
};

/** Prices per million tokens. */
export type Prices = { input: number; output: number };

/**
 * The cost of tokens; null without prices. Cached tokens count at the full price, because providers charge differently
 * for them. Tokens of an embedding model are not included, because its price differs.
 */
export function costOf(
  { inputTokens, outputTokens, embeddingTokens = 0 }: Usage,
  prices: Prices | undefined,
): number | null {
  const input = inputTokens - embeddingTokens;
  return prices ? (input * prices.input + outputTokens * prices.output) / 1_000_000 : null;
}

/** Adds up the usage of results. */
export function createSpending(): { add: (result: Result) => void; spent: () => Spent } {
  const usage: Usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
  const models = new Set<string>();
  const prompts = new Set<string>();
  let checker: Spent['checker'] = 'lexical';
  return {
    add(result) {
      usage.modelCalls += result.usage.modelCalls;
      usage.inputTokens += result.usage.inputTokens;
      usage.outputTokens += result.usage.outputTokens;
      usage.cachedTokens += result.usage.cachedTokens;
      if (result.usage.embeddingTokens !== undefined)
        usage.embeddingTokens = (usage.embeddingTokens ?? 0) + result.usage.embeddingTokens;
      for (const { checker: by } of result.findings) {
        if (by.method === 'model') checker = 'model';
        if (by.model !== undefined) models.add(by.model);
        if (by.prompt) prompts.add(`${by.prompt.id}@${by.prompt.version}`);
      }
    },
    spent: () => ({ usage, checker, models: [...models].sort(), prompts: [...prompts].sort() }),
  };
}
