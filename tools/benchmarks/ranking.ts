import type { Span } from '../../engine/model/source.ts';
import { type Measure, share } from '../../src/eval/score/measure.ts';

/** For each depth k, the measure "a correct item is among the first k". */
export function hits(id: string, title: string, depths: readonly number[]): Measure[] {
  return depths.map((depth) => share(`${id}@${depth}`, `${title} among the first ${depth}`));
}

/** The rows for the measures of `hits`. `right` contains, in the order of the ranking, whether each item is correct. */
export function hitRows(id: string, right: readonly boolean[], depths: readonly number[]) {
  return Object.fromEntries(
    depths.map((depth) => [`${id}@${depth}`, [1, Number(right.slice(0, depth).some(Boolean))]]),
  );
}

/** Whether the passage contains at least half of the answer, or the answer fills at least half of the passage. */
export function holdsHalf(passage: Span, answer: Span): boolean {
  const shared = Math.min(passage.end, answer.end) - Math.max(passage.start, answer.start);
  return (
    shared > 0 && (shared >= (answer.end - answer.start) / 2 || shared >= (passage.end - passage.start) / 2)
  );
}
