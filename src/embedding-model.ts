import { type Embedder, openEmbedder } from '../engine/index.ts';

/** Which model turns texts into vectors, as settings and options say it. */
export type EmbeddingChoice = {
  model: string | null;
  /** A server of its own; without it the one of the model that checks. */
  baseUrl: string | null;
  apiKey: string | null;
  /** The server and key of the model that checks. */
  others: { baseUrl: string | null; apiKey: string | null };
  share: number | null;
  price: number | null;
  budgetTokens: number | null;
  tokensPerMinute?: number | undefined;
  timeoutMs?: number | undefined;
};

/** Null without a model. A key is sent to the server it was set for and to no other. */
export function openEmbeddings(choice: EmbeddingChoice): Embedder | null {
  const { model, others, share, price, budgetTokens, tokensPerMinute, timeoutMs } = choice;
  if (model === null) return null;
  const baseUrl = choice.baseUrl ?? others.baseUrl;
  const apiKey = choice.apiKey ?? (choice.baseUrl === null ? others.apiKey : null);
  return openEmbedder({
    model,
    ...(baseUrl !== null && { baseUrl }),
    ...(apiKey !== null && { apiKey }),
    ...(share !== null && { share }),
    ...(price !== null && { price }),
    ...(budgetTokens !== null && { budgetTokens }),
    ...(tokensPerMinute !== undefined && { tokensPerMinute }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}
