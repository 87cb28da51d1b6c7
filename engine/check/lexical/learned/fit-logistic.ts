import { type Logistic, probabilityOf } from './logistic.ts';

const mostSteps = 25;
const settled = 1e-6;

/**
 * Logistic regression by Newton's method (iteratively reweighted least squares), with a ridge penalty on the weights
 * of the standardised features and none on the bias. The same rows yield the same weights.
 */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  truth: readonly boolean[],
  ridge: number,
): Logistic {
  const width = rows[0]?.length ?? 0;
  const places = Array.from({ length: width }, (_, at) => at);
  const means = places.map((at) => mean(rows.map((row) => row[at] ?? 0)));
  const scales = places.map(
    (at) => Math.sqrt(mean(rows.map((row) => ((row[at] ?? 0) - (means[at] ?? 0)) ** 2))) || 1,
  );
  const standard = rows.map((row) => [
    1,
    ...places.map((at) => ((row[at] ?? 0) - (means[at] ?? 0)) / (scales[at] ?? 1)),
  ]);
  let weights = Array<number>(width + 1).fill(0);
  for (let step = 0; step < mostSteps; step += 1) {
    const change = newtonStep(standard, truth, weights, ridge);
    weights = weights.map((weight, at) => weight + (change[at] ?? 0));
    if (Math.max(...change.map(Math.abs)) < settled) break;
  }
  const [bias = 0, ...others] = weights;
  return { means, scales, weights: others, bias };
}

function newtonStep(
  rows: readonly (readonly number[])[],
  truth: readonly boolean[],
  weights: readonly number[],
  ridge: number,
): number[] {
  const size = weights.length;
  const gradient = weights.map((weight, at) => (at === 0 ? 0 : -ridge * weight));
  const curve = weights.map((_, one) => {
    const line = new Float64Array(size);
    line[one] = one === 0 ? 0 : ridge;
    return line;
  });
  rows.forEach((row, at) => {
    const chance = probabilityOf(row.reduce((sum, value, place) => sum + value * (weights[place] ?? 0), 0));
    const miss = Number(truth[at]) - chance;
    const spread = chance * (1 - chance);
    curve.forEach((line, one) => {
      const value = row[one] ?? 0;
      gradient[one] = (gradient[one] ?? 0) + miss * value;
      for (let other = 0; other < size; other += 1)
        line[other] = (line[other] ?? 0) + spread * value * (row[other] ?? 0);
    });
  });
  return solved(curve, gradient);
}

/** Solves a system of linear equations by elimination with the largest pivot. */
function solved(matrix: readonly Float64Array[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    let place = at;
    for (let other = at; other < size; other += 1) {
      if (Math.abs(rows[other]?.[at] ?? 0) > Math.abs(rows[place]?.[at] ?? 0)) place = other;
    }
    const pivot = rows[place] ?? [];
    rows[place] = rows[at] ?? [];
    rows[at] = pivot;
    rows.forEach((row, other) => {
      if (other === at) return;
      const share = (row[at] ?? 0) / (pivot[at] || 1);
      for (let column = at; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - share * (pivot[column] ?? 0);
    });
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] || 1));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}
