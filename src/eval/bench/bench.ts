import type { Checker, JobFile, Ports } from '../../../engine/index.ts';
import type { Result } from '../../../engine/model/result.ts';
import type { Counts, Measure } from '../score/measure.ts';

/**
 * One question of a benchmark and its result. It contains no text of the data set, because the licence of the data may
 * forbid redistribution.
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
  /** Knowledge files for all rules. */
  knowledge: readonly JobFile[];
  /** The maximum number of documents. */
  limit: number;
  signal: AbortSignal;
  /** Whether each rule is checked with weights that were learned without this rule and without its document. */
  heldOut?: boolean;
  /** Called with every result, so that the usage can be added up. */
  onResult: (result: Result) => void;
};

/** A data set with known answers, and how to run it. */
export type Bench = {
  name: string;
  /** A path inside the data folder without which the benchmark cannot run. */
  needs: string;
  measures: Measure[];
  /** The figure that decides comparisons. */
  primary: string;
  run(context: BenchContext): Promise<BenchItem[]>;
};
