import { createHash } from 'node:crypto';
import type { EmbeddingsInterface } from '@langchain/core/embeddings';
import type { RunnableConfig } from '@langchain/core/runnables';
import type { Effort, Spent } from '../../model/usage.ts';
import { mapInOrder } from '../../runtime/map-in-order.ts';
import { asStep } from '../../runtime/step.ts';
import type { AnswerCache } from '../answer-cache.ts';
import { type Allowance, Budget } from '../budget.ts';
import { ModelFailure } from '../model-failure.ts';
import { costOf } from '../prices.ts';
import { rateLimitOf } from '../rate-limit.ts';
import { withRetries } from '../retries.ts';
import { estimateTokens } from '../token-estimate.ts';
import { type Embedded, embeddingsEndpoint, openEmbeddingEndpoint } from './embedding-endpoint.ts';
import { embeddingSettingsSchema, type GivenEmbeddingSettings } from './embedding-settings.ts';

/** Turns texts into vectors for one run. */
export interface RunEmbedder {
  /** The weight of meaning, 0 to 1, when passages are ranked by both meaning and words. */
  readonly share: number;
  /**
   * A vector of length 1 for each text, in order; all zeros for a text without content. Texts are truncated to what
   * small models accept. Vectors of an earlier run are reused. Throws `ModelFailure`, or the signal's reason.
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /** The estimated calls and tokens for the texts that are not cached, and their cost if a price is set. */
  effort(texts: readonly string[]): Effort;
  /** The usage so far. */
  spent(): Spent;
}

/**
 * Turns texts into vectors. `forRun` counts the usage of one run. If the run has a budget, the usage counts against
 * `budget`. The callbacks of `config` get each request as a step, without the texts.
 */
export interface Embedder {
  readonly model: string;
  forRun(
    answers: AnswerCache | undefined,
    budget: Budget | undefined,
    allowance?: Allowance,
    config?: RunnableConfig,
  ): RunEmbedder;
}

/** Maximum number of texts in a request. A small model on one processor embeds this many within seconds. */
const textsAtOnce = 32;
/**
 * Maximum length of a text in UTF-16 code units, about 1,700 tokens of English. If a text is longer, only its beginning
 * is sent, which shows the topic.
 */
const longestText = 6_000;

/**
 * Opens an embedder without sending a request. `embeddings`, if given, are called instead of the model that the
 * settings name.
 */
export function openEmbedder(given: GivenEmbeddingSettings, embeddings?: EmbeddingsInterface): Embedder {
  const settings = embeddingSettingsSchema.parse(given);
  const endpoint = embeddings ? embeddingsEndpoint(embeddings, settings) : openEmbeddingEndpoint(settings);
  const { concurrency, tokensPerMinute, price, share } = settings;
  const limit = rateLimitOf(`embeddings ${endpoint.id}`, { concurrency, tokensPerMinute });
  const priced = (tokens: number): { cost?: number } =>
    price === undefined
      ? {}
      : { cost: costOf({ input: tokens, output: 0, cached: 0 }, { input: price, output: 0 }) };

  return {
    model: endpoint.model,
    forRun(answers, given, allowance, config) {
      const budget = given ?? new Budget(settings.budgetTokens, 0, allowance);
      let requests = 0;
      let used = 0;

      async function send(texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
        const size = sizeOf(texts);
        const reserved = await budget.reserve(size, priced(size).cost);
        if ('refused' in reserved) throw new ModelFailure('request_refused', reserved.refused);
        let tokens = 0;
        try {
          const embedded = await withRetries(
            () =>
              limit.run(size, signal, () => {
                requests += 1;
                return endpoint.embed(texts, signal);
              }),
            settings,
            signal,
          );
          tokens = embedded.tokens;
          used += tokens;
          return embedded;
        } finally {
          await reserved.settle({ input: tokens, output: 0, cached: 0 }, priced(tokens).cost);
        }
      }

      async function vectorsOf(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
        const key = keyOf(endpoint.id, texts);
        const kept = await answers?.get(key);
        const known = kept && unpacked(kept.answer.text, texts.length);
        if (known) return known;
        const shown = {
          name: 'embeddings',
          input: { model: endpoint.model, texts: texts.length },
          output: (found: Embedded) => ({
            tokens: found.tokens,
            dimensions: found.vectors[0]?.length ?? 0,
          }),
        };
        const { vectors, tokens } = await asStep(shown, { ...config, signal }, () => send(texts, signal));
        const unit = vectors.map(toUnitLength);
        await answers?.put(key, {
          model: endpoint.model,
          question: `Embeddings of ${texts.length} texts`,
          answer: {
            text: packed(unit),
            finish: 'complete',
            tokens: { input: tokens, output: 0, cached: 0 },
          },
        });
        return unit;
      }

      return {
        share,
        async embed(texts, signal) {
          const groups = groupsOf(texts);
          const ahead = { limit: concurrency, ahead: groups.length };
          const vectors: Float32Array[] = [];
          for await (const some of mapInOrder(groups, ahead, (group) => vectorsOf(group, signal)))
            vectors.push(...some);
          return vectors;
        },
        effort(texts) {
          const tokens = sizeOf(texts.map(cut));
          return { calls: groupsOf(texts).length, inputTokens: tokens, outputTokens: 0, ...priced(tokens) };
        },
        spent: () => ({ tokens: { input: used, output: 0, cached: 0 }, requests, ...priced(used) }),
      };
    },
  };
}

function groupsOf(texts: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < texts.length; at += textsAtOnce)
    groups.push(texts.slice(at, at + textsAtOnce).map(cut));
  return groups;
}

/** Shortens a text to the maximum length. An empty text becomes `-`, because servers refuse empty texts. */
function cut(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, longestText) || '-';
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

function keyOf(id: string, texts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(['embeddings', id, texts]))
    .digest('hex');
}

function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? vector.map((value) => value / length) : vector;
}

/** Little-endian 32-bit floats in base64, one vector after the other. */
function packed(vectors: readonly Float32Array[]): string {
  return Buffer.concat(vectors.map((vector) => Buffer.from(vector.buffer))).toString('base64');
}

function unpacked(text: string, count: number): Float32Array[] | null {
  const bytes = Buffer.from(text, 'base64');
  const size = bytes.length / count;
  if (size === 0 || size % Float32Array.BYTES_PER_ELEMENT !== 0) return null;
  return Array.from({ length: count }, (_, at) => {
    const own = Uint8Array.from(bytes.subarray(at * size, (at + 1) * size));
    return new Float32Array(own.buffer);
  });
}
