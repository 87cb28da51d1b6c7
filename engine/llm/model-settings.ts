import { z } from 'zod';
import { pricesSchema } from './prices.ts';

const tokens = z.int().min(1);

/** Which model to call, and how. Times are in ms. */
export const modelSettingsSchema = z.object({
  /** A name that the server knows, or `provider:name` for a provider that LangChain knows (`anthropic:claude-…`). */
  model: z.string().min(1),
  /** An OpenAI-compatible server; unset means OpenAI's own. */
  baseUrl: z.url().optional(),
  apiKey: z.string().min(1).optional(),
  temperature: z.number().min(0).max(2).default(0),
  /** Sent if the server accepts a seed, so that the same question has the same answer. */
  seed: z.int().default(7),
  /** Maximum number of concurrent calls in the whole process. */
  concurrency: z.int().min(1).default(8),
  /** Maximum number of tokens per minute in the whole process, sent or expected in answers; unset means no limit. */
  tokensPerMinute: tokens.optional(),
  /** Maximum time of one call. */
  timeoutMs: z.int().min(1).default(120_000),
  /** How often a call is retried after a transient failure. */
  retries: z.int().min(0).default(4),
  /** The pause before the first retry; it doubles with each retry. A server's `Retry-After` takes precedence. */
  retryMs: z.int().min(0).default(500),
  /** The longest `Retry-After` that a call waits for. */
  longestWaitMs: z.int().min(0).default(60_000),
  /** The longest answer. */
  answerTokens: tokens.default(2_000),
  /** Price of a million tokens; unset means that cost is not shown. */
  prices: pricesSchema.optional(),
  /** Maximum number of document tokens in one call. Documents that fit into one call are read whole. */
  readTokens: tokens.default(60_000),
  /** Tokens that the selected passages can always have if the documents do not fit into one call. */
  passageTokens: tokens.default(12_000),
  /**
   * If the documents do not fit into one call, the selected passages can have this share of the documents' tokens, up
   * to `readTokens`. Measured on 36 questions about filings, with the right filing given: all right pages were sent for
   * .64 of the questions with 12,000 tokens, for .86 with a share of .15, for .89 with .2, and for .94 with a third.
   */
  passageShare: z
    .number()
    .min(0)
    .max(1)
    .default(1 / 3),
});

export type ModelSettings = z.output<typeof modelSettingsSchema>;
export type GivenModelSettings = z.input<typeof modelSettingsSchema>;
