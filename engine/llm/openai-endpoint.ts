import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChatOpenAICompletions } from '@langchain/openai';
import type { ChatEndpoint, ChatRequest, Manners } from './chat-endpoint.ts';
import { failureOf, ModelFailure } from './model-failure.ts';
import type { ModelSettings } from './model-settings.ts';
import { rawAnswerIn } from './raw-answer.ts';

type Received = { status: number; body: string; retryAfter: string | null };

/** Where what the server sends to the call under way is written down. */
const receiving = new AsyncLocalStorage<{ last: Received | null }>();

async function recordingFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  const body = await response.text();
  const call = receiving.getStore();
  if (call) call.last = { status: response.status, body, retryAfter: response.headers.get('retry-after') };
  return new Response(body, { status: response.status, headers: response.headers });
}

/**
 * A model behind OpenAI or a server that speaks its protocol, asked through LangChain. What the server sent is read from
 * the wire: LangChain throws on malformed and cut-off answers, and text and usage would be lost with them.
 */
export function openAIEndpoint(settings: ModelSettings): ChatEndpoint {
  const { model, baseUrl, timeoutMs } = settings;
  const chats = new Map<string, Promise<ChatOpenAICompletions>>();
  const chatFor = (answerTokens: number, { temperature }: Manners): Promise<ChatOpenAICompletions> => {
    const key = `${answerTokens} ${temperature}`;
    const chat = chats.get(key) ?? openChat(settings, answerTokens, temperature);
    chats.set(key, chat);
    return chat;
  };
  return {
    id: `${baseUrl ?? 'openai'} ${model}`,
    model,
    async ask(request, manners, signal) {
      const chat = await chatFor(request.answerTokens, manners);
      const timeout = AbortSignal.timeout(timeoutMs);
      const options = callOptions(request, manners, settings.seed, AbortSignal.any([signal, timeout]));
      const call: { last: Received | null } = { last: null };
      let fault: unknown;
      try {
        await receiving.run(call, () => chat.invoke(request.messages, options));
      } catch (error) {
        fault = error;
      }
      signal.throwIfAborted();
      return answerFrom(call.last, fault, timeout.aborted, timeoutMs);
    },
  };
}

function answerFrom(received: Received | null, fault: unknown, timedOut: boolean, timeoutMs: number) {
  if (received === null) {
    if (timedOut)
      throw new ModelFailure('timed_out', `The model server did not answer within ${timeoutMs} ms.`, {
        cause: fault,
      });
    throw new ModelFailure('connection_lost', `The model server could not be reached: ${causeOf(fault)}.`, {
      cause: fault,
    });
  }
  const { status, body, retryAfter } = received;
  if (status >= 400) throw failureOf(status, body, retryAfter, new Date());
  const answer = rawAnswerIn(body);
  if (answer) return answer;
  throw new ModelFailure('server_fault', 'The model server sent something that is no chat completion.', {
    cause: fault,
  });
}

async function openChat(
  { model, baseUrl, apiKey, temperature }: ModelSettings,
  answerTokens: number,
  withTemperature: boolean,
): Promise<ChatOpenAICompletions> {
  const { ChatOpenAICompletions } = await import('@langchain/openai');
  return new ChatOpenAICompletions({
    model,
    // Servers without keys exist; the client insists on one.
    apiKey: apiKey ?? 'none',
    ...(withTemperature && { temperature }),
    maxTokens: answerTokens,
    maxRetries: 0,
    streaming: false,
    configuration: {
      ...(baseUrl !== undefined && { baseURL: baseUrl }),
      maxRetries: 0,
      fetch: recordingFetch,
    },
  });
}

function callOptions({ schema }: ChatRequest, manners: Manners, seed: number, signal: AbortSignal) {
  const common = { signal, ...(manners.seed && { seed }) };
  const { name, json } = schema;
  switch (manners.mode) {
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

/** What lies beneath: the client says "Connection error" only. */
function causeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const outer = fault.message.replace(/\.$/, '');
  return fault.cause === undefined ? outer : `${outer}, ${causeOf(fault.cause)}`;
}
