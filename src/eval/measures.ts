import { caseMeasures } from './score/case-measures.ts';
import type { Measure } from './score/measure.ts';

/** Every measure that a report may hold, by its id. */
export const measures: ReadonlyMap<string, Measure> = new Map(
  caseMeasures.map((measure) => [measure.id, measure]),
);
