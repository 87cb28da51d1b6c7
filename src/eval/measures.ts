import { benches } from './bench/run-bench.ts';
import { caseMeasures } from './score/case-measures.ts';
import type { Measure } from './score/measure.ts';

/** Every measure that a report may have, by id. */
export const measures: ReadonlyMap<string, Measure> = new Map(
  [...caseMeasures, ...benches.flatMap(({ measures: own }) => own)].map((measure) => [measure.id, measure]),
);
