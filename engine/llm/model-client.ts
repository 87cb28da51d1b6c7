import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages';
import { CheckFailure } from '../model/errors.ts';
import type { CheckerRecord } from '../model/finding.ts';
import type { StepConfig } from '../runtime/step.ts';
import type { AnswerCache, CachedAnswer } from './answer-cache.ts';
import type { Budget } from './budget.ts';
import type { ChatEndpoint, ChatRequest, JsonSchema } from './chat/chat-endpoint.ts';
import { negotiate, shapeInWords } from './chat/negotiate.ts';
import type { RawAnswer } from './chat/raw-answer.ts';
import { jsonIn } from './json-in.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelSettings } from './model-settings.ts';
import { costOf, type Prices } from './prices.ts';
import { rateLimitOf } from './rate-limit.ts';
import { type OnFailedCall, withRetries } from './retries.ts';
import { estimateTokens } from './token-estimate.ts';

/** One raw answer of a model, and its origin. */
export type ModelCall = NonNullable<CheckerRecord['exchange']>[number];

/** The requests sent for one rule. They are recorded as they are sent, so that a failure does not lose them. */
export type CallLog = {
  calls: ModelCall[];
  /** Requests sent, including failed ones. */
  requests: number;
};

/** What the calls of a log used: answers that were stored before cost nothing. */
export function spentOn({ calls, requests }: CallLog, prices: Prices | undefined) {
  const tokens = { input: 0, output: 0, cached: 0 };
  for (const call of calls) {
    if (call.reused) continue;
    tokens.input += call.tokens.input;
    tokens.output += call.tokens.output;
    tokens.cached += call.tokens.cached;
  }
  return { tokens, requests, ...(prices && { cost: costOf(tokens, prices) }) };
}

/**
 * A usable answer; or what is wrong with the answer, as the words after "the answer ", and what only the model needs to
 * know to correct it.
 */
export type ReadAnswer<Value> = { value: Value } | { problem: string; advice?: string };

export type ModelQuestion<Value> = {
  purpose: string;
  messages: BaseMessage[];
  schema: { name: string; json: JsonSchema };
  read: (json: unknown) => ReadAnswer<Value>;
};

export interface ModelClient {
  readonly model: string;
  /**
   * Asks a question, and asks once more if the answer is not usable. Throws a `CheckFailure` with the code
   * `budget_reached` before a call that may exceed the budget, or with the code `checker_failed` if the model is not
   * reachable, declines, or returns no usable answer.
   */
  ask<Value>(question: ModelQuestion<Value>, callLog: CallLog, config: StepConfig): Promise<Value>;
}

export type ModelClientDependencies = {
  endpoint: ChatEndpoint;
  settings: ModelSettings;
  budget: Budget;
  answers: AnswerCache;
  onFailedCall?: OnFailedCall | undefined;
};

export function createModelClient({
  endpoint,
  settings,
  budget,
  answers,
  onFailedCall,
}: ModelClientDependencies): ModelClient {
  const { concurrency, tokensPerMinute, answerTokens } = settings;
  const limit = rateLimitOf(endpoint.id, { concurrency, tokensPerMinute });

  /**
   * A call counts as running until its answer is stored (by `keep`). If the process is killed and restarted, it
   * therefore repeats at most as many calls as can run concurrently.
   */
  async function send(
    request: ChatRequest,
    callLog: CallLog,
    config: StepConfig,
    keep: (answer: RawAnswer) => Promise<void>,
  ): Promise<RawAnswer> {
    const { signal } = config;
    const size = sizeOf(request);
    const { prices } = settings;
    const most = { input: size - answerTokens, output: answerTokens, cached: 0 };
    const reserved = await budget.reserve(size, prices && costOf(most, prices));
    if ('refused' in reserved) throw new CheckFailure('budget_reached', `Not assessed: ${reserved.refused}`);
    let used: RawAnswer['tokens'] | null = null;
    const once = async (): Promise<RawAnswer> => {
      const { answer } = await negotiate(endpoint.id, async (capabilities) => {
        callLog.requests += 1;
        const inWords = shapeInWords(request, capabilities);
        const messages = inWords === null ? request.messages : withWords(request.messages, inWords);
        return endpoint.ask({ ...request, messages }, capabilities, config);
      });
      used = answer.tokens;
      await keep(answer);
      return answer;
    };
    const paced = async (): Promise<RawAnswer> => {
      try {
        return await limit.run(size, signal, once);
      } catch (error) {
        const wanted = error instanceof ModelFailure ? error.retryAfterMs : undefined;
        if (wanted !== undefined && wanted <= settings.longestWaitMs) limit.pause(wanted);
        throw error;
      }
    };
    try {
      const answer = await withRetries(paced, settings, signal, onFailedCall);
      // Parsing an answer takes a while, so the next waiting call is sent first.
      await setImmediate();
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelFailure)) throw error;
      throw new CheckFailure('checker_failed', `Not assessed: ${error.message}`, { cause: error });
    } finally {
      await reserved.settle(used, used && prices ? costOf(used, prices) : 0);
    }
  }

  async function answerTo(request: ChatRequest, purpose: string, callLog: CallLog, config: StepConfig) {
    const key = requestHash(endpoint.id, request, settings);
    const kept = await answers.get(key);
    const note = (answer: RawAnswer, reused: boolean) => {
      const { text, finish, tokens } = answer;
      callLog.calls.push({ purpose, request: key, answer: text, finish, tokens, reused });
    };
    if (kept) {
      note(kept.answer, true);
      return { key, answer: kept.answer };
    }
    const answer = await send(request, callLog, { ...config, runName: purpose }, async (sent) => {
      note(sent, false);
      await answers.put(key, cachedAnswer(endpoint.model, request, sent));
    });
    return { key, answer };
  }

  return {
    model: endpoint.model,
    async ask({ purpose, messages, schema, read }, callLog, config) {
      const first = { messages, schema, answerTokens };
      const { key, answer } = await answerTo(first, purpose, callLog, config);
      const reading = readRaw(answer, read);
      if ('value' in reading) return reading.value;
      if (answer.finish === 'refused') {
        await answers.drop(key);
        throw declined(answer.text);
      }
      const again = { ...first, messages: [...messages, ...repairOf(answer, reading)] };
      const second = await answerTo(again, `${purpose} again`, callLog, config).catch(
        async (error: unknown) => {
          await answers.drop(key);
          throw error;
        },
      );
      const repaired = readRaw(second.answer, read);
      if ('value' in repaired) return repaired.value;
      await answers.drop(key);
      await answers.drop(second.key);
      if (second.answer.finish === 'refused') throw declined(second.answer.text);
      throw new CheckFailure(
        'checker_failed',
        `Not assessed: the model returned no usable answer in two attempts. The second answer ${repaired.problem}.`,
      );
    },
  };
}

function readRaw<Value>(
  { text, finish }: RawAnswer,
  read: (json: unknown) => ReadAnswer<Value>,
): ReadAnswer<Value> {
  if (finish === 'refused') return { problem: 'was refused' };
  if (finish === 'length') {
    return {
      problem: 'was longer than the model server allows, and was cut off',
      advice: 'Give a shorter one, with the most telling quotes only.',
    };
  }
  if (text.trim() === '') return { problem: 'was empty' };
  const json = jsonIn(text);
  return json === undefined ? { problem: 'was not JSON' } : read(json);
}

const longestRepeat = 4_000;

function repairOf(
  { text }: RawAnswer,
  { problem, advice }: { problem: string; advice?: string },
): BaseMessage[] {
  const quoted = text.trim() === '' ? '(nothing)' : text.slice(0, longestRepeat);
  return [
    new AIMessage(quoted),
    new HumanMessage(
      `That answer can't be used: it ${problem}. ${advice === undefined ? '' : `${advice} `}Answer the same question again, with one JSON object of the form asked for and nothing else.`,
    ),
  ];
}

function withWords(messages: readonly BaseMessage[], words: string): BaseMessage[] {
  const last = messages.at(-1);
  if (!last) return [...messages];
  const { content } = last;
  const added =
    typeof content === 'string'
      ? new HumanMessage(`${content}\n\n${words}`)
      : new HumanMessage({ content: [...content, { type: 'text', text: words }] });
  return [...messages.slice(0, -1), added];
}

function sizeOf({ messages, answerTokens }: ChatRequest): number {
  return messages.reduce((sum, message) => sum + estimateTokens(message.text), answerTokens);
}

function cachedAnswer(model: string, { messages }: ChatRequest, answer: RawAnswer): CachedAnswer {
  return { model, question: messages.at(-1)?.text ?? '', answer };
}

const longestReason = 200;

function declined(text: string): CheckFailure {
  const reason = text.replace(/\s+/gu, ' ').trim().slice(0, longestReason);
  return new CheckFailure(
    'checker_failed',
    `Not assessed: the model declined to answer${reason ? `: ${reason}` : '.'}`,
  );
}

/** The hash of everything that an answer depends on, 64 hex digits: server, model, messages, schema and sampling. */
function requestHash(
  id: string,
  { messages, schema, answerTokens }: ChatRequest,
  { temperature, seed }: Pick<ModelSettings, 'temperature' | 'seed'>,
): string {
  const contents = messages.map((message) => [message.getType(), message.content]);
  const parts = [id, contents, schema, answerTokens, temperature, seed];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
