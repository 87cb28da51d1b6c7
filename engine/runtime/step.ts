import { type Runnable, type RunnableConfig, RunnableLambda } from '@langchain/core/runnables';

/** The configuration of a running step: LangChain's callbacks, tags and metadata, and the signal that cancels it. */
export type StepConfig = RunnableConfig & { signal: AbortSignal };

/**
 * The configuration with a signal that aborts when the configuration's own signal or `signal` does, or when its
 * `timeout`, in ms, has passed.
 */
export function withSignal(config: RunnableConfig = {}, signal?: AbortSignal): StepConfig {
  const { timeout, ...rest } = config;
  const ends = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const signals = [signal, config.signal, ends].filter((one) => one !== undefined);
  return { ...rest, signal: AbortSignal.any(signals) };
}

/** Names and counts, which callbacks and traces receive instead of an input or output. */
type Summary = Record<string, unknown>;

/**
 * The input or output of a step. Callbacks and traces see only the fields of the summary, because the value can contain
 * whole documents.
 */
export class Summarized<Value> {
  readonly #value: Value;

  constructor(value: Value, summary: Summary) {
    this.#value = value;
    Object.assign(this, summary);
  }

  get value(): Value {
    return this.#value;
  }
}

/** A LangChain Runnable between inputs and outputs with summaries. Steps are joined with `pipe`. */
export type Steps<In, Out> = Runnable<Summarized<In>, Summarized<Out>>;

/**
 * A RunnableLambda that does `work`. Callbacks and graphs show it by its name, and its output by the summary that
 * `shown` makes of it. `signal` cancels the work; a step that has not begun then throws the signal's reason.
 */
export function step<In, Out>(
  name: string,
  signal: AbortSignal,
  work: (input: In, config: StepConfig) => Out | Promise<Out>,
  shown: (output: Out) => Summary,
): Steps<In, Out> {
  const lambda = new RunnableLambda({
    async func({ value }: Summarized<In>, config: RunnableConfig) {
      signal.throwIfAborted();
      const output = await work(value, { ...config, signal });
      return new Summarized(output, shown(output));
    },
  });
  lambda.name = name;
  return lambda;
}

/**
 * Runs steps. LangChain does not get the signal, because it would return before the work has ended: no process or
 * request may outlive a canceled run. The steps have the signal themselves.
 */
export async function runSteps<In, Out>(
  steps: Steps<In, Out>,
  input: Summarized<In>,
  { signal: _, runName = steps.getName(), ...config }: StepConfig,
): Promise<Out> {
  return (await steps.invoke(input, { ...config, runName })).value;
}

/** Does work as one step. `input`: what callbacks see of its input; the other parameters are those of `step`. */
export function asStep<Out>(
  { name, input, output }: { name: string; input: Summary; output: (output: Out) => Summary },
  config: StepConfig,
  work: (config: StepConfig) => Out | Promise<Out>,
): Promise<Out> {
  const one = step(name, config.signal, (_: null, own) => work(own), output);
  return runSteps(one, new Summarized(null, input), config);
}
