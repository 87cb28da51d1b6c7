import type { Span } from '../model/source.ts';
import type { PrintedLabel } from './page-labels.ts';
import type { Part } from './part.ts';

/** The stretches of each part that are page furniture, by the index of the part. */
export function findFurniture(_parts: Part[], _labels: Map<number, PrintedLabel>): Map<number, Span[]> {
  return new Map();
}
