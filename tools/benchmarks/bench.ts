import type { Checker, JobFile, Ports } from '../../engine/index.ts';
import type { Result } from '../../engine/model/result.ts';
import type { Counts, Measure } from '../../src/eval/score/measure.ts';

/**
 * A question of a benchmark, with the expected and the given answer. It contains no text of the data set, because the
 * licence of the data may forbid redistribution.
 */
export type BenchItem = {
  key: string;
  document: string;
  rule: string;
  expected: string;
  given: string;
  right: boolean;
  counts: Counts;
};

export type BenchContext = {
  /** The folder that contains the data sets. */
  data: string;
  ports: Omit<Ports, 'checker'>;
  checker: Checker;
  /** Knowledge files that apply to every rule. */
  knowledge: readonly JobFile[];
  /** The maximum number of documents to check. */
  limit: number;
  signal: AbortSignal;
  /** Called with the result of every check. The caller adds up the usage of models. */
  onResult: (result: Result) => void;
};

/** A data set with known answers, and how to run it. */
export type Bench = {
  name: string;
  /** The path, in the data folder, of a file that the benchmark needs. */
  needs: string;
  measures: Measure[];
  /** The id of the measure by which two runs are compared. */
  primary: string;
  run(context: BenchContext): Promise<BenchItem[]>;
};
