import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { Serialized } from '@langchain/core/load/serializable';
import type { BaseMessage } from '@langchain/core/messages';
import type { LLMResult } from '@langchain/core/outputs';
import {
  type Attributes,
  type Context,
  type Histogram,
  type Meter,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { embeddingUsageOf, modelCallOf, requestOf, usageOf } from './model-call.ts';

type Options = {
  tracer: Tracer;
  meter: Meter;
  /** The context of the request that started the run. */
  parent: Context;
  /** Attributes of the span of the run. */
  attributes: Attributes;
};

type Open = {
  span: Span;
  context: Context;
  startedAt: number;
  step: string;
  /** Whether the span is a call of a model. */
  isCall: boolean;
  measured: Attributes;
};

/** The names of the steps whose duration is a metric, with the names in spans and metrics. */
const measuredSteps: Record<string, string> = { 'check documents': 'run', load: 'file', rule: 'rule' };

/** The fields of steps that spans show: names and results, and never words of documents. */
const shown: Record<string, string> = {
  file: 'proviso.file.name',
  role: 'proviso.file.role',
  pages: 'proviso.file.pages',
  rule: 'proviso.rule.name',
  label: 'proviso.finding.label',
  outcome: 'proviso.finding.outcome',
  incomplete: 'proviso.run.incomplete',
};

/**
 * Callbacks that make a span of each step of a run, and a span of each call of a model (for an answer, embeddings or a
 * transcript) with the GenAI semantic conventions of OpenTelemetry.
 */
export function runSpans(options: Options): BaseCallbackHandler {
  return new RunSpans(options);
}

class RunSpans extends BaseCallbackHandler {
  name = 'proviso_open_telemetry';
  /** The times of spans are those at which the callbacks are called, so callbacks must not be delayed. */
  override awaitHandlers = true;
  readonly #options: Options;
  readonly #open = new Map<string, Open>();
  readonly #steps: Histogram;
  readonly #calls: Histogram;
  readonly #tokens: Histogram;

  constructor(options: Options) {
    super();
    this.#options = options;
    const { meter } = options;
    this.#steps = meter.createHistogram('proviso.step.duration', {
      unit: 's',
      description: 'Duration of runs, files and rules.',
      advice: { explicitBucketBoundaries: [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600] },
    });
    this.#calls = meter.createHistogram('gen_ai.client.operation.duration', {
      unit: 's',
      description: 'GenAI operation duration.',
      advice: {
        explicitBucketBoundaries: [
          0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
        ],
      },
    });
    this.#tokens = meter.createHistogram('gen_ai.client.token.usage', {
      unit: '{token}',
      description: 'Number of input and output tokens used.',
      advice: {
        explicitBucketBoundaries: [
          1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304,
        ],
      },
    });
  }

  override handleChainStart(
    _chain: Serialized,
    inputs: Record<string, unknown>,
    runId: string,
    parentRunId?: string,
    _tags?: string[],
    _metadata?: Record<string, unknown>,
    _runType?: string,
    name?: string,
  ): void {
    const step = name ?? 'step';
    const request = requestOf(name, inputs);
    if (request !== null) {
      this.#startCall(runId, parentRunId, request, {});
      return;
    }
    const own = parentRunId === undefined ? this.#options.attributes : {};
    this.#start(runId, parentRunId, {
      name: measuredSteps[step] ?? step,
      step,
      attributes: { ...own, ...shownFields(inputs) },
      measured: {},
    });
  }

  override handleChainEnd(outputs: Record<string, unknown>, runId: string): void {
    const open = this.#open.get(runId);
    if (open?.isCall) {
      this.#endRequest(runId, open, outputs);
      return;
    }
    open?.span.setAttributes(shownFields(outputs));
    this.#endStep(runId);
  }

  override handleChainError(error: unknown, runId: string): void {
    if (this.#open.get(runId)?.isCall) this.#end(runId, this.#calls, error);
    else this.#endStep(runId, error);
  }

  override handleChatModelStart(
    model: Serialized,
    _messages: BaseMessage[][],
    runId: string,
    parentRunId?: string,
    extra?: Record<string, unknown>,
    _tags?: string[],
    metadata?: Record<string, unknown>,
    purpose?: string,
  ): void {
    const call = modelCallOf(model, extra, metadata);
    this.#startCall(
      runId,
      parentRunId,
      { operation: 'chat', ...call },
      {
        ...(call.maxTokens !== null && { 'gen_ai.request.max_tokens': call.maxTokens }),
        ...(call.temperature !== null && { 'gen_ai.request.temperature': call.temperature }),
        ...(purpose !== undefined && { 'proviso.purpose': purpose }),
      },
    );
  }

  override handleLLMEnd(output: LLMResult, runId: string): void {
    const open = this.#open.get(runId);
    const { input, output: given, model, finish } = usageOf(output);
    open?.span.setAttributes({
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': given,
      ...(model !== null && { 'gen_ai.response.model': model }),
      ...(finish !== null && { 'gen_ai.response.finish_reasons': [finish] }),
    });
    for (const [type, tokens] of [
      ['input', input],
      ['output', given],
    ] as const)
      this.#tokens.record(tokens, { ...open?.measured, 'gen_ai.token.type': type });
    this.#end(runId, this.#calls);
  }

  override handleLLMError(error: unknown, runId: string): void {
    this.#end(runId, this.#calls, error);
  }

  #startCall(
    runId: string,
    parentRunId: string | undefined,
    { operation, provider, model }: { operation: string; provider: string; model: string },
    attributes: Attributes,
  ): void {
    const measured = {
      'gen_ai.operation.name': operation,
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
    };
    const name = `${operation} ${model}`;
    this.#start(runId, parentRunId, {
      ...{ name, step: operation, isCall: true, measured },
      attributes: { ...measured, ...attributes },
    });
  }

  /** Ends a request for embeddings or a transcript. Servers count no tokens of transcripts. */
  #endRequest(runId: string, { span, measured }: Open, outputs: unknown): void {
    const usage = embeddingUsageOf(outputs);
    if (usage !== null) {
      const { tokens, dimensions } = usage;
      span.setAttribute('gen_ai.usage.input_tokens', tokens);
      if (dimensions !== undefined) span.setAttribute('gen_ai.embeddings.dimension.count', dimensions);
      this.#tokens.record(tokens, { ...measured, 'gen_ai.token.type': 'input' });
    }
    this.#end(runId, this.#calls);
  }

  #start(
    runId: string,
    parentRunId: string | undefined,
    of: { name: string; step: string; isCall?: true; attributes: Attributes; measured: Attributes },
  ): void {
    const parent = this.#open.get(parentRunId ?? '')?.context ?? this.#options.parent;
    const { name, isCall = false, attributes, step, measured } = of;
    const kind = isCall ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = this.#options.tracer.startSpan(name, { kind, attributes }, parent);
    const startedAt = performance.now();
    this.#open.set(runId, { span, context: trace.setSpan(parent, span), startedAt, step, isCall, measured });
  }

  #endStep(runId: string, error?: unknown): void {
    const step = measuredSteps[this.#open.get(runId)?.step ?? ''];
    this.#end(runId, step === undefined ? null : this.#steps, error, { 'proviso.step': step });
  }

  #end(runId: string, durations: Histogram | null, error?: unknown, more: Attributes = {}): void {
    const open = this.#open.get(runId);
    if (open === undefined) return;
    this.#open.delete(runId);
    const { span, startedAt, measured } = open;
    const type = error === undefined ? {} : { 'error.type': errorType(error) };
    if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR }).setAttributes(type);
    span.end();
    durations?.record((performance.now() - startedAt) / 1000, { ...measured, ...more, ...type });
  }
}

function shownFields(fields: Record<string, unknown>): Attributes {
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, attribute]) => {
      const value = fields[name];
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[attribute, value]]
        : [];
    }),
  );
}

/** The code or class of an error, and never its message, which can quote a document. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
