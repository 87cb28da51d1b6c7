import {
  getCallbackManagerForConfig,
  patchConfig,
  Runnable,
  type RunnableConfig,
} from '@langchain/core/runnables';

/** The configuration of a running step: LangChain's callbacks, tags and metadata, and the signal that cancels it. */
export type StepConfig = RunnableConfig & { signal: AbortSignal };

/** The configuration with a signal that aborts when the configuration's own signal or `signal` does. */
export function withSignal(config: RunnableConfig = {}, signal?: AbortSignal): StepConfig {
  const signals = [signal, config.signal].filter((one) => one !== undefined);
  return { ...config, signal: AbortSignal.any(signals) };
}

/** What callbacks receive instead of an input or output. */
type Summary = Record<string, unknown>;

type StepFields<In, Out> = {
  /** The name under which callbacks and traces list the step. */
  name: string;
  work: (input: In, config: StepConfig) => Out | Promise<Out>;
  /**
   * What callbacks receive instead of the input and output: names and counts, so that traces never contain documents.
   */
  input: (input: In) => Summary;
  output: (output: Out) => Summary;
};

/**
 * A step of the pipeline, as a LangChain Runnable. Unlike a RunnableLambda, a cancelled step ends only when its work
 * has ended, so that no process or request outlives a cancelled run.
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
