import {
  getCallbackManagerForConfig,
  patchConfig,
  Runnable,
  type RunnableConfig,
} from '@langchain/core/runnables';

/** The configuration of a running step: LangChain's callbacks, tags and metadata, and the signal that cancels it. */
export type StepConfig = RunnableConfig & { signal: AbortSignal };

/** The configuration that is cancelled by its own signal and by another one. */
export function withSignal(config: RunnableConfig = {}, signal?: AbortSignal): StepConfig {
  const signals = [signal, config.signal].filter((one) => one !== undefined);
  return { ...config, signal: AbortSignal.any(signals) };
}

/** What callbacks see of a value. */
type Summary = Record<string, unknown>;

type StepFields<In, Out> = {
  /** The name under which callbacks and traces list it. */
  name: string;
  work: (input: In, config: StepConfig) => Out | Promise<Out>;
  /** What callbacks see of its input and output. A trace lists names and counts; it never copies whole documents. */
  input: (input: In) => Summary;
  output: (output: Out) => Summary;
};

/**
 * A step of the pipeline, as a LangChain Runnable. Unlike RunnableLambda it ends only when its work has ended, also
 * after a cancellation: no process and no request of a cancelled run outlives it.
 */
export class Step<In, Out> extends Runnable<In, Out> {
  override lc_namespace = ['proviso', 'step'];
  readonly #fields: StepFields<In, Out>;

  constructor(fields: StepFields<In, Out>) {
    super();
    this.#fields = fields;
  }

  override getName(): string {
    return this.#fields.name;
  }

  /** Throws the signal's reason when it is aborted before the start. */
  override async invoke(input: In, options: RunnableConfig = {}): Promise<Out> {
    const { work, input: shownInput, output: shownOutput } = this.#fields;
    const { signal = new AbortController().signal } = options;
    signal.throwIfAborted();
    const manager = await getCallbackManagerForConfig(options);
    const run = await manager?.handleChainStart(
      this.toJSON(),
      shownInput(input),
      options.runId,
      undefined,
      undefined,
      undefined,
      options.runName ?? this.getName(),
    );
    const own = { ...options, signal };
    const config = run ? patchConfig(own, { callbacks: run.getChild() }) : own;
    delete config.runId;
    delete config.runName;
    try {
      const output = await work(input, { ...config, signal });
      await run?.handleChainEnd(shownOutput(output));
      return output;
    } catch (error) {
      await run?.handleChainError(error);
      throw error;
    }
  }
}
