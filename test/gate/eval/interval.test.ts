import { describe, expect, it } from 'vitest';
import { type ClusterRow, figureOf } from '../../../src/eval/score/interval.ts';
import { classRow, f1, macroF1, share } from '../../../src/eval/score/measure.ts';
import { seededRandom } from '../../../src/eval/score/random.ts';

const right = share('right', 'right');

/**
 * Answers about `documents` documents, `size` answers each. The answers about one document are either all correct or
 * all wrong.
 */
function unequal(documents: number, size: number): ClusterRow[] {
  return Array.from({ length: documents }, (_, at) => ({
    cluster: `d${at}`,
    row: [size, at % 2 === 0 ? size : 0],
  }));
}

describe('the confidence interval of a measure', () => {
  it('is computed by resampling documents rather than answers', () => {
    const few = figureOf(right, unequal(20, 50));
    const many = figureOf(
      right,
      unequal(20, 50).flatMap(({ cluster, row: [size = 0, so = 0] }) =>
        Array.from({ length: size }, (_, at) => ({ cluster, row: [1, at < so ? 1 : 0] })),
      ),
    );
    expect(few).toMatchObject({ value: 0.5, n: 1000, documents: 20 });
    expect(many).toEqual(few);
    const [low, high] = few.interval ?? [0, 0];
    // For 1,000 independent answers the interval would be .47 to .53. For 20 documents it is about .5 ± 1.96 · √(.25 /
    // 20).
    expect(low).toBeLessThan(0.33);
    expect(high).toBeGreaterThan(0.67);
  });

  it('contains the true value in about 95 % of 60 trials', () => {
    const random = seededRandom(7);
    const truth = 0.6;
    let hasLease = 0;
    for (let trial = 0; trial < 60; trial += 1) {
      const rows = Array.from({ length: 40 }, (_, at) => ({
        cluster: String(at),
        row: [1, Number(random() < truth)],
      }));
      const [low, high] = figureOf(right, rows).interval ?? [0, 0];
      if (low <= truth && truth <= high) hasLease += 1;
    }
    expect(hasLease).toBeGreaterThanOrEqual(52);
  });

  it('is not a single point if all documents agree, and is missing for a single document', () => {
    const all = figureOf(
      right,
      [1, 2, 3].map((at) => ({ cluster: `d${at}`, row: [4, 4] })),
    );
    expect(all.interval?.[0]).toBeCloseTo(0.292, 3);
    expect(figureOf(right, [{ cluster: 'd', row: [4, 4] }])).toMatchObject({ value: 1, interval: null });
    expect(figureOf(right, [])).toMatchObject({ value: null, n: 0 });
  });
});

describe('F1', () => {
  const rows = (pairs: [boolean, boolean][]): ClusterRow[] =>
    pairs.map(([expected, given], at) => ({ cluster: `d${at}`, row: [1, ...classRow(expected, given)] }));

  it('is twice the number of agreements, divided by the number of expected and given answers', () => {
    const some = rows([
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(figureOf(f1('f', 'F1'), some).value).toBeCloseTo(2 / 4);
  });

  it('is averaged over the classes that occur', () => {
    const row = [1, 1, 0, 0, 0, 0, 0, 0, 1, 0];
    expect(macroF1('f', 'F1', 3).value(row)).toBeCloseTo(0.5);
  });
});
