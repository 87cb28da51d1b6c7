import { BaseTracer, type Run } from '@langchain/core/tracers/base';

/** A callback handler that records the steps of one run as a tree, as a tracer of a caller would. */
export class StepTree extends BaseTracer {
  override name = 'step_tree';
  override awaitHandlers = true;
  readonly #runs: Run[] = [];

  constructor() {
    super({ _awaitHandler: true });
  }

  protected override async persistRun(): Promise<void> {}

  override onRunCreate(run: Run): void {
    this.#runs.push(run);
  }

  steps(): Run[] {
    return this.#runs;
  }

  /** Steps that began but have not ended. */
  open(): string[] {
    return this.#runs.filter(({ end_time }) => end_time === undefined).map(({ name }) => name);
  }

  failed(): string[] {
    return this.#runs.filter(({ error }) => error !== undefined).map(({ name }) => name);
  }

  outputOf(line: string): Run['outputs'] {
    return this.#runs.find((run) => lineOf(run) === line)?.outputs;
  }

  /** One line per step, in the order in which the steps began, indented below the parent step. */
  lines(): string[] {
    return this.#below(undefined, 0);
  }

  #below(parent: string | undefined, depth: number): string[] {
    return this.#runs
      .filter(({ parent_run_id }) => parent_run_id === parent)
      .flatMap((run) => ['  '.repeat(depth) + lineOf(run), ...this.#below(run.id, depth + 1)]);
  }
}

function lineOf({ name, run_type, inputs }: Run): string {
  if (run_type === 'retriever') return `retriever: ${name}`;
  if (run_type === 'llm') return `model: ${name}`;
  const { file, files, rule } = inputs;
  const about = file ?? (Array.isArray(files) ? files.join(', ') : rule);
  return about === undefined || name === 'check documents' ? name : `${name} ${about}`;
}
