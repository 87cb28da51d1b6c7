import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { Serialized } from '@langchain/core/load/serializable';
import type { BaseMessage } from '@langchain/core/messages';
import type { LLMResult } from '@langchain/core/outputs';

import type { Logger } from 'pino';
import { embeddingUsageOf, modelCallOf, requestOf, usageOf } from './model-call.ts';

/** Callbacks that log one line for each model call of a run. `fields` identify the run and its request. */
export function modelLog(log: Logger, fields: object): BaseCallbackHandler {
  return new ModelLog(log, fields);
}

class ModelLog extends BaseCallbackHandler {
  name = 'proviso_model_log';
  override awaitHandlers = true;
  override ignoreRetriever = true;
  readonly #log: Logger;
  readonly #fields: object;
  readonly #open = new Map<string, { startedAt: number; model: string; purpose: string | undefined }>();

  constructor(log: Logger, fields: object) {
    super();
    this.#log = log;
    this.#fields = fields;
  }

  override handleChainStart(
    _chain: Serialized,
    inputs: Record<string, unknown>,
    runId: string,
    _parentRunId?: string,
    _tags?: string[],
    _metadata?: Record<string, unknown>,
    _runType?: string,
    name?: string,
  ): void {
    const request = requestOf(name, inputs);
    if (request === null) return;
    this.#open.set(runId, {
      startedAt: performance.now(),
      model: request.model,
      purpose: request.operation,
    });
  }

  override handleChainEnd(outputs: Record<string, unknown>, runId: string): void {
    if (!this.#open.has(runId)) return;
    const input = embeddingUsageOf(outputs)?.tokens;
    const tokens = input === undefined ? {} : { tokens: { input, output: 0 } };
    this.#log.info({ ...this.#end(runId), ...tokens }, 'a model answered');
  }

  override handleChainError(error: unknown, runId: string): void {
    if (this.#open.has(runId)) this.handleLLMError(error, runId);
  }

  override handleChatModelStart(
    model: Serialized,
    _messages: BaseMessage[][],
    runId: string,
    _parentRunId?: string,
    extra?: Record<string, unknown>,
    _tags?: string[],
    metadata?: Record<string, unknown>,
    purpose?: string,
  ): void {
    const { model: named } = modelCallOf(model, extra, metadata);
    this.#open.set(runId, { startedAt: performance.now(), model: named, purpose });
  }

  override handleLLMEnd(output: LLMResult, runId: string): void {
    const { input, output: given } = usageOf(output);
    this.#log.info({ ...this.#end(runId), tokens: { input, output: given } }, 'a model answered');
  }

  override handleLLMError(error: unknown, runId: string): void {
    // The message can quote the answer of the model, and with it a document.
    const name = error instanceof Error ? error.name : String(error);
    this.#log.info({ ...this.#end(runId), error: name }, 'a model call failed');
  }

  #end(runId: string): object {
    const { startedAt = performance.now(), ...call } = this.#open.get(runId) ?? {};
    this.#open.delete(runId);
    return { ...this.#fields, ...call, ms: Math.round(performance.now() - startedAt) };
  }
}
