import { HumanMessage } from '@langchain/core/messages';
import { messageWithPicture } from './chat/message-with-picture.ts';
import { openEndpoint } from './chat/open-endpoint.ts';
import { openEmbeddingEndpoint } from './embedding/embedding-endpoint.ts';
import { embeddingSettingsSchema, type GivenEmbeddingSettings } from './embedding/embedding-settings.ts';
import { ModelFailure } from './model-failure.ts';
import { type GivenModelSettings, modelSettingsSchema } from './model-settings.ts';

/** Maximum tokens of the answer: one word, and the reasoning that some models put before the word. */
const answerTokens = 16;
const simplest = { mode: 'text', temperature: false, seed: false, limit: 'max_tokens' } as const;

/**
 * Asks a model for one word, once, to test whether it answers; with `jpeg`, also whether it accepts a picture. Throws
 * `ModelFailure`, or the signal's reason.
 */
export async function tryModel(
  given: GivenModelSettings,
  signal: AbortSignal,
  jpeg?: Uint8Array,
): Promise<void> {
  const endpoint = openEndpoint(modelSettingsSchema.parse(given));
  const text = 'Answer with the word yes.';
  const messages = [jpeg === undefined ? new HumanMessage(text) : messageWithPicture(text, jpeg)];
  const request = { messages, schema: { name: 'answer', json: {} }, answerTokens };
  await endpoint.ask(request, simplest, { signal }).catch((error: unknown) => {
    if (!(error instanceof ModelFailure) || !/max_completion_tokens/.test(error.message)) throw error;
    return endpoint.ask(request, { ...simplest, limit: 'max_completion_tokens' }, { signal });
  });
}

/** Requests a vector for one word, once. Throws `ModelFailure`, or the signal's reason. */
export async function tryEmbeddings(given: GivenEmbeddingSettings, signal: AbortSignal): Promise<void> {
  await openEmbeddingEndpoint(embeddingSettingsSchema.parse(given)).embed(['yes'], signal);
}
