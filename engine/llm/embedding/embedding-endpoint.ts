import type { EmbeddingsInterface } from '@langchain/core/embeddings';
import { z } from 'zod';
import { untilAborted } from '../../runtime/until-aborted.ts';
import { jsonOf } from '../json-in.ts';
import { ModelFailure } from '../model-failure.ts';
import { estimateTokens } from '../token-estimate.ts';
import { answerOf, recorded } from '../wire.ts';
import type { EmbeddingSettings } from './embedding-settings.ts';

/** Vectors of some texts, in order, all of one length. */
export type Embedded = { vectors: Float32Array[]; tokens: number };

/** A model that turns texts into vectors. `embed` throws `ModelFailure`, or the signal's reason when it is aborted. */
export interface EmbeddingEndpoint {
  /** Server and model. */
  readonly id: string;
  readonly model: string;
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
}

const answerSchema = z.looseObject({
  data: z.array(z.looseObject({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
  usage: z.looseObject({ prompt_tokens: z.number().nullish() }).nullish(),
});

/** An embedding model of OpenAI, or of a server that speaks its protocol, called through LangChain. */
export function openEmbeddingEndpoint(settings: EmbeddingSettings): EmbeddingEndpoint {
  const { model, baseUrl, apiKey, timeoutMs } = settings;
  const open = async () => {
    const { OpenAIEmbeddings } = await import('@langchain/openai');
    return new OpenAIEmbeddings({
      model,
      // The client requires a key, even for a server that needs none.
      apiKey: apiKey ?? 'none',
      maxRetries: 0,
      maxConcurrency: Number.POSITIVE_INFINITY,
      batchSize: Number.MAX_SAFE_INTEGER,
      // Not every server supports base64.
      encodingFormat: 'float',
      configuration: { ...(baseUrl !== undefined && { baseURL: baseUrl }), ...recorded },
    });
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    id: `${baseUrl ?? 'openai'} ${model}`,
    model,
    async embed(texts, signal) {
      opened ??= open();
      const client = await opened;
      return answerOf(
        () => client.embedDocuments([...texts]),
        { timeoutMs, signal },
        (body) => embeddedIn(body, texts.length),
        'The embedding server sent a response that contains no usable embeddings.',
      );
    },
  };
}

/**
 * Embeddings that the caller has opened. LangChain does not report their usage, so the usage is estimated from the
 * texts.
 */
export function embeddingsEndpoint(
  embeddings: EmbeddingsInterface,
  { model, timeoutMs }: Pick<EmbeddingSettings, 'model' | 'timeoutMs'>,
): EmbeddingEndpoint {
  return {
    id: `embeddings of the caller ${model}`,
    model,
    async embed(texts, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const rows = await withinSignal(embeddings.embedDocuments([...texts]), signal, timeout);
      const vectors = rows.map((row) => Float32Array.from(row));
      const isEven = vectors.every(({ length }) => length > 0 && length === vectors[0]?.length);
      if (vectors.length === texts.length && isEven)
        return { vectors, tokens: texts.reduce((sum, text) => sum + estimateTokens(text), 0) };
      throw new ModelFailure(
        'server_fault',
        `The embeddings are not one vector for each of ${texts.length} texts, all of one length.`,
      );
    },
  };
}

async function withinSignal<Value>(
  work: Promise<Value>,
  signal: AbortSignal,
  timeout: AbortSignal,
): Promise<Value> {
  try {
    return await untilAborted(work, AbortSignal.any([signal, timeout]));
  } catch (cause) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new ModelFailure('timed_out', 'The embeddings took too long.', { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ModelFailure('connection_lost', `The embeddings failed: ${reason}`, { cause });
  }
}

/**
 * The vectors in the body of a response; null if the body does not contain one vector for each of `count` texts, all of
 * one length.
 */
function embeddedIn(body: string, count: number): Embedded | null {
  const { data: answer } = answerSchema.safeParse(jsonOf(body));
  if (!answer || answer.data.length !== count) return null;
  const ordered = answer.data.toSorted((one, other) => one.index - other.index);
  const vectors = ordered.map(({ embedding }) => Float32Array.from(embedding));
  const isWhole = ordered.every(({ index }, at) => index === at);
  const isEven = vectors.every(({ length }) => length === vectors[0]?.length);
  if (!isWhole || !isEven) return null;
  return { vectors, tokens: Math.max(0, Math.round(answer.usage?.prompt_tokens ?? 0)) };
}
