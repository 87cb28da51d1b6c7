import type { Span } from '../../engine/model/source.ts';
import { type Measure, share } from '../../src/eval/score/measure.ts';

const bins = 100;

/**
 * The area under the ROC curve of a score from 0 to 1, computed from rows of `scoreRow`. The area is the probability
 * that a present clause has a higher score than an absent one.
 */
export function areaUnderCurve(id: string, title: string): Measure {
  return {
    id,
    title,
    better: 'higher',
    value([, ...counts]) {
      const present = counts.slice(0, bins);
      const absent = counts.slice(bins);
      const pairs = sum(present) * sum(absent);
      if (pairs === 0) return null;
      let below = 0;
      let won = 0;
      present.forEach((count, bin) => {
        const equal = absent[bin] ?? 0;
        won += count * (below + equal / 2);
        below += equal;
      });
      return won / pairs;
    },
  };
}

/** A row that counts the score in one of a hundred bins, separately for present and absent clauses. */
export function scoreRow(score: number, isPresent: boolean): number[] {
  const row = Array<number>(1 + 2 * bins).fill(0);
  row[0] = 1;
  row[1 + (isPresent ? 0 : bins) + Math.min(bins - 1, Math.floor(score * bins))] = 1;
  return row;
}

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

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
