import type { Checker, JobFile, Ports } from '../../../engine/index.ts';
import type { Result } from '../../../engine/model/result.ts';
import type { Counts, Measure } from '../score/measure.ts';

/** One thing that a benchmark asks, and what came of it. Holds no text of the data: its licence may forbid to pass it on. */
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
  /** Folder of the data sets. */
  data: string;
  ports: Omit<Ports, 'checker'>;
  checker: Checker;
  /** What the rules rest on. */
  knowledge: readonly JobFile[];
  /** The most documents to run. */
  limit: number;
  signal: AbortSignal;
  /** Whether each rule is judged by weights that were learned without it and without its document. */
  heldOut?: boolean;
  /** Called with every result, for what it took. */
  onResult: (result: Result) => void;
};

/** A data set whose right answers are known, and how to ask for them. */
export type Bench = {
  name: string;
  /** What must be in the data folder. */
  needs: string;
  measures: Measure[];
  /** The figure that comparisons are decided by. */
  primary: string;
  run(context: BenchContext): Promise<BenchItem[]>;
};
