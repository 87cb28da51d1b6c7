import { createRequire } from 'node:module';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk } from '@langchain/core/messages';
import { z } from 'zod';
import type { StepConfig } from '../../runtime/step.ts';
import { ModelFailure } from '../model-failure.ts';
import type { ModelSettings } from '../model-settings.ts';
import type { ChatEndpoint, ChatRequest, EndpointCapabilities } from './chat-endpoint.ts';
import type { RawAnswer } from './raw-answer.ts';

/** Packages whose name differs from the provider's. */
const packages: Record<string, string> = {
  bedrock: '@langchain/aws',
  mistral: '@langchain/mistralai',
  together: '@langchain/together-ai',
};

/**
 * A model of any provider that LangChain's initialiser knows; the user installs the provider's package. Structured
 * answers are requested by tool call, which all providers support. Throws an error with the code `not_installed`, whose
 * message names the package.
 */
export function anyProviderEndpoint(settings: ModelSettings): ChatEndpoint {
  const { model, apiKey, timeoutMs } = settings;
  requirePackage(model);
  const open = async (capabilities: EndpointCapabilities, answerTokens: number): Promise<BaseChatModel> => {
    const { initChatModel } = await import('langchain/chat_models/universal');
    try {
      return await initChatModel(model, {
        maxTokens: answerTokens,
        maxRetries: 0,
        ...(capabilities.temperature && { temperature: settings.temperature }),
        ...(apiKey !== undefined && { apiKey }),
      });
    } catch (error) {
      throw new ModelFailure('request_refused', `The model ${model} cannot be opened: ${messageOf(error)}`, {
        cause: error,
      });
    }
  };
  return { id: model, model, ask: askThrough(open, timeoutMs) };
}

/**
 * A chat model that the caller has opened. Structured answers are requested by tool call if the model has tools,
 * otherwise by a description in the prompt. `model` is the name that findings record.
 */
export function chatModelEndpoint(
  chat: BaseChatModel,
  { model, timeoutMs }: Pick<ModelSettings, 'model' | 'timeoutMs'>,
): ChatEndpoint {
  return { id: `${chat._llmType()} ${model}`, model, ask: askThrough(async () => chat, timeoutMs) };
}

type OpenModel = (capabilities: EndpointCapabilities, answerTokens: number) => Promise<BaseChatModel>;

function askThrough(open: OpenModel, timeoutMs: number): ChatEndpoint['ask'] {
  return async (request, capabilities, config) => {
    const chat = await open(capabilities, request.answerTokens);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([config.signal, timeout]);
    try {
      return answerIn(await invoke(chat, request, capabilities, { ...config, signal }));
    } catch (error) {
      config.signal.throwIfAborted();
      if (error instanceof ModelFailure) throw error;
      throw timeout.aborted
        ? new ModelFailure('timed_out', `The model did not answer within ${timeoutMs / 1_000} s.`, {
            cause: error,
          })
        : failureFrom(error);
    }
  };
}

function requirePackage(model: string): void {
  const [provider = ''] = model.split(':');
  const name = packages[provider] ?? `@langchain/${provider}`;
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new ModelFailure(
      'not_installed',
      `The model ${model} needs a package that is not installed: npm install ${name} beside proviso, or set OPENAI_BASE_URL for a server that speaks the OpenAI protocol`,
      { cause },
    );
  }
}

/** The first line of the error's message. Providers' packages quote whole requests in the rest. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}

async function invoke(
  chat: BaseChatModel,
  { messages, schema }: ChatRequest,
  { mode }: EndpointCapabilities,
  config: StepConfig,
): Promise<AIMessageChunk> {
  const { name, json } = schema;
  const byTool = mode === 'json_schema' || mode === 'tool_call';
  if (!byTool) return chat.invoke(messages, config);
  // This refusal makes `negotiate` describe the shape of the answer in words.
  if (!chat.bindTools) throw new ModelFailure('request_refused', 'The model has no tools.', { status: 400 });
  const tool = { type: 'function', function: { name, description: 'Returns the answer.', parameters: json } };
  return chat.bindTools([tool], { tool_choice: name }).invoke(messages, config);
}

const usageSchema = z.object({
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  input_token_details: z.looseObject({ cache_read: z.int().min(0).optional() }).optional(),
});

function answerIn(message: AIMessageChunk): RawAnswer {
  const [call] = message.tool_calls ?? [];
  const metadata: Record<string, unknown> = message.response_metadata;
  const stopped = metadata.finish_reason ?? metadata.stop_reason ?? metadata.finishReason ?? '';
  const usage = usageSchema.safeParse(message.usage_metadata).data;
  return {
    text: call ? JSON.stringify(call.args) : message.text,
    finish: /length|max_tokens/i.test(String(stopped))
      ? 'length'
      : /refus|safety|content_filter/i.test(String(stopped))
        ? 'refused'
        : 'complete',
    tokens: {
      input: usage?.input_tokens ?? 0,
      output: usage?.output_tokens ?? 0,
      cached: usage?.input_token_details?.cache_read ?? 0,
    },
  };
}

/** Providers' errors carry the HTTP status under one of two names. */
const statusSchema = z.union([
  z.looseObject({ status: z.int() }).transform(({ status }) => status),
  z.looseObject({ statusCode: z.int() }).transform(({ statusCode }) => statusCode),
]);

const quotaSchema = z.looseObject({ code: z.literal('insufficient_quota') });

function failureFrom(error: unknown): ModelFailure {
  const status = statusSchema.safeParse(error).data;
  const reason = messageOf(error);
  if (status === undefined)
    return new ModelFailure('connection_lost', `The model cannot be reached: ${reason}`, { cause: error });
  const code =
    status === 429
      ? quotaSchema.safeParse(error).success
        ? 'quota_used_up'
        : 'rate_limited'
      : status >= 500
        ? 'server_fault'
        : status === 401 || status === 403
          ? 'not_authorized'
          : 'request_refused';
  return new ModelFailure(code, `The model refuses the request (${status}): ${reason}`, {
    status,
    cause: error,
  });
}
