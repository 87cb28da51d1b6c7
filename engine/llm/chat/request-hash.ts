import { createHash } from 'node:crypto';
import type { ModelSettings } from '../model-settings.ts';
import type { ChatRequest } from './chat-endpoint.ts';

/** The hash of everything that an answer depends on, 64 hex: server, model, messages, schema and sampling. */
export function requestHash(
  id: string,
  { messages, schema, answerTokens }: ChatRequest,
  { temperature, seed }: Pick<ModelSettings, 'temperature' | 'seed'>,
): string {
  const contents = messages.map((message) => [message.getType(), message.content]);
  const parts = [id, contents, schema, answerTokens, temperature, seed];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
