import type { ModelSettings } from '../model-settings.ts';
import type { ChatEndpoint } from './chat-endpoint.ts';
import { azureEndpoint, openAIEndpoint } from './openai-endpoint.ts';
import { anyProviderEndpoint } from './provider-endpoint.ts';

/**
 * Opens the model that the settings name: `azure_openai:deployment` on Azure, `provider:name` through LangChain's
 * initialiser, anything else through the OpenAI protocol. If a base URL is set, a colon is part of the name, as in
 * Ollama's `qwen3:8b`. Throws an error with the code `not_installed` or `not_set_up`.
 */
export function openEndpoint(settings: ModelSettings): ChatEndpoint {
  const { model, baseUrl } = settings;
  if (baseUrl === undefined && /^[a-z][a-z0-9_-]*:./.test(model) && !model.startsWith('ft:')) {
    const [provider = ''] = model.split(':');
    const named = { ...settings, model: model.slice(provider.length + 1) };
    if (provider === 'openai') return openAIEndpoint(named);
    return provider === 'azure_openai' ? azureEndpoint(named) : anyProviderEndpoint(settings);
  }
  return openAIEndpoint(settings);
}
