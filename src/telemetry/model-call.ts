import type { Serialized } from '@langchain/core/load/serializable';
import type { LLMResult } from '@langchain/core/outputs';
import { z } from 'zod';

/** A call to a chat model, as LangChain reports its start. */
export type ModelCall = {
  model: string;
  /** The provider in the names of the GenAI semantic conventions, such as `openai`. */
  provider: string;
  maxTokens: number | null;
  temperature: number | null;
};

const extraSchema = z.object({
  invocation_params: z
    .object({
      model: z.string().optional(),
      max_tokens: z.number().optional(),
      max_completion_tokens: z.number().optional(),
      temperature: z.number().optional(),
    })
    .optional(),
});
const metadataSchema = z.object({ ls_provider: z.string().optional(), ls_model_name: z.string().optional() });

/** The providers whose name in LangChain differs from that in the conventions. */
const providers: Record<string, string> = { azure: 'azure.ai.openai', google_genai: 'gcp.gemini' };

export function modelCallOf(_model: Serialized, extra: unknown, metadata: unknown): ModelCall {
  const parameters = extraSchema.safeParse(extra).data?.invocation_params ?? {};
  const { ls_provider: provider = 'openai', ls_model_name: named } =
    metadataSchema.safeParse(metadata).data ?? {};
  return {
    model: parameters.model ?? named ?? 'unknown',
    provider: providers[provider] ?? provider,
    maxTokens: parameters.max_completion_tokens ?? parameters.max_tokens ?? null,
    temperature: parameters.temperature ?? null,
  };
}

/** The steps of the engine that are requests to a model, which LangChain does not report as model calls. */
const requestSteps: Record<string, string> = { embeddings: 'embeddings', transcription: 'transcription' };

const requestSchema = z.object({ model: z.string() });

/**
 * The request that a step makes for embeddings or a transcript, with the name of the operation in the conventions; null
 * for other steps.
 */
export function requestOf(
  step: string | undefined,
  inputs: unknown,
): (Pick<ModelCall, 'model' | 'provider'> & { operation: string }) | null {
  const operation = requestSteps[step ?? ''];
  if (operation === undefined) return null;
  return { operation, model: requestSchema.safeParse(inputs).data?.model ?? 'unknown', provider: 'openai' };
}

const tokensSchema = z.object({ tokens: z.number(), dimensions: z.number().optional() });

/** The tokens of a request for embeddings, and the length of the vectors; null if the server counts no tokens. */
export function embeddingUsageOf(outputs: unknown) {
  return tokensSchema.safeParse(outputs).data ?? null;
}

const messageSchema = z.object({
  usage_metadata: z.object({ input_tokens: z.number(), output_tokens: z.number() }).optional(),
  response_metadata: z
    .object({ model_name: z.string().optional(), finish_reason: z.string().optional() })
    .optional(),
});

/** The tokens and the model of an answer; 0 tokens if the server did not count them. */
export function usageOf({ generations }: LLMResult) {
  const first: unknown = generations[0]?.[0];
  const message = first && typeof first === 'object' && 'message' in first ? first.message : null;
  const { usage_metadata: usage, response_metadata: about } = messageSchema.safeParse(message).data ?? {};
  return {
    input: usage?.input_tokens ?? 0,
    output: usage?.output_tokens ?? 0,
    model: about?.model_name ?? null,
    finish: about?.finish_reason ?? null,
  };
}
