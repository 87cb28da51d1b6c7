import type { ChatEndpoint } from './chat-endpoint.ts';
import type { ModelSettings } from './model-settings.ts';
import { openAIEndpoint } from './openai-endpoint.ts';
import { anyProviderEndpoint } from './provider-endpoint.ts';

/**
 * The model of the settings: `provider:name` through LangChain's initialiser, anything else through the OpenAI protocol.
 * With a base URL a colon is part of the name, as in Ollama's `qwen3:8b`.
 */
export function openEndpoint(settings: ModelSettings): ChatEndpoint {
  const { model, baseUrl } = settings;
  if (baseUrl === undefined && /^[a-z][a-z0-9_-]*:./.test(model) && !model.startsWith('ft:')) {
    return model.startsWith('openai:')
      ? openAIEndpoint({ ...settings, model: model.slice('openai:'.length) })
      : anyProviderEndpoint(settings);
  }
  return openAIEndpoint(settings);
}
