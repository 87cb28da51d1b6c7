import { type Embedder, openEmbedder } from '../../engine/index.ts';

/** The embedding model that settings and options select. */
export type EmbeddingChoice = {
  model: string | null;
  /** A separate server; by default the one of the checking model. */
  baseUrl: string | null;
  apiKey: string | null;
  /** The server and key of the checking model. */
  others: { baseUrl: string | null; apiKey: string | null };
  share: number | null;
  price: number | null;
  budgetTokens: number | null;
  tokensPerMinute?: number | undefined;
  timeoutMs?: number | undefined;
};

/** Null without a model. A key is sent only to the server it was set for. */
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
