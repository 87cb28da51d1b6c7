import type { ChatOpenAICompletions } from '@langchain/openai';
import type { StepConfig } from '../../runtime/step.ts';
import { ModelFailure } from '../model-failure.ts';
import type { ModelSettings } from '../model-settings.ts';
import { answerOf, recorded } from '../wire.ts';
import type { ChatEndpoint, ChatRequest, EndpointCapabilities } from './chat-endpoint.ts';
import { rawAnswerIn } from './raw-answer.ts';

type Options = ReturnType<typeof optionsOf>;

/**
 * A model of OpenAI, or of a server that speaks its protocol, called through LangChain. The response is recorded before
 * LangChain reads it, because LangChain throws on malformed and truncated answers, and their text and usage would be
 * lost.
 */
export function openAIEndpoint(settings: ModelSettings): ChatEndpoint {
  const { model, baseUrl, apiKey } = settings;
  return endpointOf(`${baseUrl ?? 'openai'} ${model}`, settings, async (options) => {
    const { ChatOpenAICompletions } = await import('@langchain/openai');
    return new ChatOpenAICompletions({
      ...options,
      // The client requires a key, even for a server that needs none.
      apiKey: apiKey ?? 'none',
      configuration: { ...(baseUrl !== undefined && { baseURL: baseUrl }), ...recorded },
    });
  });
}

/**
 * A deployment on Azure OpenAI, called like a model of OpenAI; `model` is the name of the deployment. Key, resource and
 * API version come from the environment variables that LangChain reads for Azure. Throws an error with the code
 * `not_set_up`, whose message names the missing variables.
 */
export function azureEndpoint(settings: ModelSettings): ChatEndpoint {
  const { env } = process;
  const where = env.AZURE_OPENAI_ENDPOINT ?? env.AZURE_OPENAI_API_INSTANCE_NAME;
  const missing = [
    ...(env.AZURE_OPENAI_API_KEY ? [] : ['AZURE_OPENAI_API_KEY']),
    ...(where ? [] : ['AZURE_OPENAI_ENDPOINT']),
    ...(env.AZURE_OPENAI_API_VERSION ? [] : ['AZURE_OPENAI_API_VERSION']),
  ];
  if (missing.length > 0) {
    throw new ModelFailure(
      'not_set_up',
      `The model azure_openai:${settings.model} needs ${missing.join(', ')}: set what is missing in the environment`,
    );
  }
  return endpointOf(`azure ${where} ${settings.model}`, settings, async (options) => {
    const { AzureChatOpenAICompletions } = await import('@langchain/openai');
    return new AzureChatOpenAICompletions({
      ...options,
      azureOpenAIApiDeploymentName: settings.model,
      configuration: recorded,
    });
  });
}

function endpointOf(
  id: string,
  settings: ModelSettings,
  open: (options: Options) => Promise<ChatOpenAICompletions>,
): ChatEndpoint {
  const { model, seed, timeoutMs } = settings;
  const chats = new Map<string, Promise<ChatOpenAICompletions>>();
  const chatFor = (answerTokens: number, capabilities: EndpointCapabilities) => {
    const key = `${answerTokens} ${capabilities.temperature} ${capabilities.limit}`;
    const chat = chats.get(key) ?? open(optionsOf(settings, answerTokens, capabilities));
    chats.set(key, chat);
    return chat;
  };
  return {
    id,
    model,
    async ask(request, capabilities, config) {
      const chat = await chatFor(request.answerTokens, capabilities);
      return answerOf(
        (signal) =>
          chat.invoke(request.messages, callOptions(request, capabilities, seed, { ...config, signal })),
        { timeoutMs, signal: config.signal },
        rawAnswerIn,
        'The model server sent a response that is not a chat completion.',
      );
    },
  };
}

function optionsOf(
  { model, temperature }: ModelSettings,
  maxTokens: number,
  capabilities: EndpointCapabilities,
) {
  const { limit } = capabilities;
  const limited = limit === 'max_tokens' ? { maxTokens } : { modelKwargs: { [limit]: maxTokens } };
  return {
    ...{ model, ...limited, maxRetries: 0, streaming: false },
    ...(capabilities.temperature && { temperature }),
  };
}

function callOptions(
  { schema }: ChatRequest,
  capabilities: EndpointCapabilities,
  seed: number,
  config: StepConfig,
) {
  const common = { ...config, ...(capabilities.seed && { seed }) };
  const { name, json } = schema;
  switch (capabilities.mode) {
    case 'json_schema':
      return {
        ...common,
        response_format: { type: 'json_schema' as const, json_schema: { name, schema: json, strict: true } },
      };
    case 'tool_call':
      return {
        ...common,
        tools: [{ type: 'function' as const, function: { name, parameters: json, strict: true } }],
        tool_choice: { type: 'function' as const, function: { name } },
      };
    case 'json_object':
      return { ...common, response_format: { type: 'json_object' as const } };
    case 'text':
      return common;
  }
}
