import { z } from 'zod';
import { modelSettingsSchema } from '../model-settings.ts';

/** Which model turns texts into vectors, and how to call it. Times are in ms. */
export const embeddingSettingsSchema = modelSettingsSchema
  .pick({
    model: true,
    baseUrl: true,
    apiKey: true,
    tokensPerMinute: true,
    timeoutMs: true,
    retries: true,
    retryMs: true,
    longestWaitMs: true,
  })
  .extend({
    /**
     * The default is lower than for the checking model, because each request contains many texts, which small servers
     * process one by one.
     */
    concurrency: z.int().min(1).default(4),
    /** Price of a million tokens; unset means that cost is not shown. */
    price: z.number().min(0).max(1_000_000).optional(),
    /** How much meaning counts when passages are ranked: 0 is words alone, 1 meaning alone. */
    share: z.number().min(0).max(1).default(0.4),
    /**
     * Maximum number of tokens that one run can use for embeddings. The setting has an effect only if the checker has
     * no budget; otherwise these tokens count against that budget.
     */
    budgetTokens: z.int().min(1).optional(),
  });

export type EmbeddingSettings = z.output<typeof embeddingSettingsSchema>;
export type GivenEmbeddingSettings = z.input<typeof embeddingSettingsSchema>;
