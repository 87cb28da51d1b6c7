import { z } from 'zod';
import { modelSettingsSchema } from '../model-settings.ts';

/** Which model turns texts into vectors, and how it is asked. Times in ms, as for the model that checks. */
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
    /** Fewer than of the model that checks: each request holds many texts, and small servers take one after the other. */
    concurrency: z.int().min(1).default(4),
    /** Of a million tokens; without it nothing is said of money. */
    price: z.number().min(0).max(1_000_000).optional(),
    /** What meaning counts against words in the order of passages: 0 is words alone, 1 meaning alone. */
    share: z.number().min(0).max(1).default(0.4),
    /** Tokens one run may use where no checker counts them. */
    budgetTokens: z.int().min(1).optional(),
  });

export type EmbeddingSettings = z.output<typeof embeddingSettingsSchema>;
export type GivenEmbeddingSettings = z.input<typeof embeddingSettingsSchema>;
