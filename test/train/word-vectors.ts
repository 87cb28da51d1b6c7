import { seededRandom } from '../../src/eval/score/random.ts';

/** Rows of equal length, one after another in `values`. */
type Matrix = { rows: number; columns: number; values: Float64Array };

/** A symmetric matrix, stored row by row: how much more often than by chance two words are near each other. */
type Sparse = { starts: Int32Array; columns: Int32Array; values: Float64Array };

export type WordVectors = {
  terms: string[];
  /** The share of each term in all content words. */
  frequencies: number[];
  /** One unit vector per term. */
  vectors: Matrix;
};

type VectorOptions = {
  dimensions: number;
  /** A term gets a vector if it occurs at least `leastCount` times and in at least `leastTexts` texts. */
  leastCount: number;
  leastTexts: number;
  seed: number;
};

/** Words within this distance count as neighbours; closer words count more. */
const window = 5;
/** The frequencies of contexts are smoothed by this exponent (Levy, Goldberg and Dagan, TACL 2015). */
const smoothing = 0.75;
const oversampling = 12;
const powerSteps = 4;

/**
 * Computes word vectors from the positive pointwise mutual information of words within a window.
 * The strongest singular directions are kept and scaled by the root of their strength; they are found by randomised
 * subspace iteration (Halko, Martinsson and Tropp, SIAM Review 2011). The same texts and seed lead to the same vectors.
 * Each text is the list of its content terms, in order.
 */
export function wordVectors(texts: readonly (readonly string[])[], options: VectorOptions): WordVectors {
  const { terms, counts, total } = vocabularyOf(texts, options);
  const sparse = informationOf(texts, new Map(terms.map((term, at) => [term, at])));
  const vectors = strongest(sparse, terms.length, options);
  return { terms, frequencies: counts.map((count) => count / total), vectors };
}

function vocabularyOf(texts: readonly (readonly string[])[], { leastCount, leastTexts }: VectorOptions) {
  const counts = new Map<string, number>();
  const spread = new Map<string, number>();
  let total = 0;
  for (const text of texts) {
    total += text.length;
    for (const term of text) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const term of new Set(text)) spread.set(term, (spread.get(term) ?? 0) + 1);
  }
  const terms = [...counts.keys()]
    .filter((term) => /^\p{L}{2,}$/u.test(term))
    .filter((term) => (counts.get(term) ?? 0) >= leastCount && (spread.get(term) ?? 0) >= leastTexts)
    .sort();
  return { terms, counts: terms.map((term) => counts.get(term) ?? 0), total };
}

function informationOf(texts: readonly (readonly string[])[], places: ReadonlyMap<string, number>): Sparse {
  const size = places.size;
  const together = Array.from({ length: size }, () => new Map<number, number>());
  for (const text of texts) {
    const row = text.map((term) => places.get(term) ?? -1);
    row.forEach((one, at) => {
      if (one < 0) return;
      for (let apart = 1; apart <= window; apart += 1) {
        const other = row[at + apart] ?? -1;
        if (other < 0 || other === one) continue;
        const weight = (window + 1 - apart) / window;
        for (const [from, to] of [
          [one, other],
          [other, one],
        ] as const) {
          const counts = together[from];
          counts?.set(to, (counts.get(to) ?? 0) + weight);
        }
      }
    });
  }
  const sums = together.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
  const all = sums.reduce((sum, count) => sum + count, 0);
  const smoothed = sums.map((sum) => sum ** smoothing);
  const allSmoothed = smoothed.reduce((sum, count) => sum + count, 0);
  const starts = new Int32Array(size + 1);
  const columns: number[] = [];
  const values: number[] = [];
  together.forEach((counts, from) => {
    for (const [to, count] of [...counts].sort(([one], [other]) => one - other)) {
      const chance = ((sums[from] ?? 0) / all) * ((smoothed[to] ?? 0) / allSmoothed);
      const backwards = ((sums[to] ?? 0) / all) * ((smoothed[from] ?? 0) / allSmoothed);
      const information = Math.log(count / all / Math.sqrt(chance * backwards));
      if (information <= 0) continue;
      columns.push(to);
      values.push(information);
    }
    starts[from + 1] = columns.length;
  });
  return { starts, columns: Int32Array.from(columns), values: Float64Array.from(values) };
}

function strongest(sparse: Sparse, size: number, { dimensions, seed }: VectorOptions): Matrix {
  const width = Math.min(size, dimensions + oversampling);
  const random = seededRandom(seed);
  let basis: Matrix = { rows: size, columns: width, values: new Float64Array(size * width) };
  for (let at = 0; at < basis.values.length; at += 1) basis.values[at] = normal(random);
  for (let step = 0; step <= powerSteps; step += 1) basis = orthonormal(times(sparse, basis));
  const image = times(sparse, basis);
  const small = innerProducts(basis, image);
  const { values, vectors } = symmetricEigen(small);
  const order = [...values.keys()]
    .sort((one, other) => Math.abs(values[other] ?? 0) - Math.abs(values[one] ?? 0))
    .slice(0, dimensions);
  const found: Matrix = { rows: size, columns: order.length, values: new Float64Array(size * order.length) };
  for (let row = 0; row < size; row += 1) {
    let length = 0;
    order.forEach((direction, column) => {
      let sum = 0;
      for (let at = 0; at < width; at += 1) {
        sum += (basis.values[row * width + at] ?? 0) * (vectors.values[at * width + direction] ?? 0);
      }
      const value = sum * Math.sqrt(Math.abs(values[direction] ?? 0));
      found.values[row * order.length + column] = value;
      length += value * value;
    });
    const scale = length > 0 ? 1 / Math.sqrt(length) : 0;
    for (let column = 0; column < order.length; column += 1) {
      const at = row * order.length + column;
      found.values[at] = (found.values[at] ?? 0) * scale;
    }
  }
  return found;
}

/** The Box–Muller transform of uniform to normal random numbers. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function times({ starts, columns, values }: Sparse, right: Matrix): Matrix {
  const width = right.columns;
  const product: Matrix = { ...right, values: new Float64Array(right.values.length) };
  for (let row = 0; row < right.rows; row += 1) {
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const value = values[at] ?? 0;
      const from = (columns[at] ?? 0) * width;
      const to = row * width;
      for (let column = 0; column < width; column += 1) {
        product.values[to + column] =
          (product.values[to + column] ?? 0) + value * (right.values[from + column] ?? 0);
      }
    }
  }
  return product;
}

/** Gram–Schmidt orthogonalisation. Each column is processed twice, for accuracy. */
function orthonormal(matrix: Matrix): Matrix {
  const { rows, columns } = matrix;
  const values = Float64Array.from(matrix.values);
  const product = (one: number, other: number): number => {
    let sum = 0;
    for (let row = 0; row < rows; row += 1) {
      sum += (values[row * columns + one] ?? 0) * (values[row * columns + other] ?? 0);
    }
    return sum;
  };
  for (let column = 0; column < columns; column += 1) {
    for (const before of [...Array(column).keys(), ...Array(column).keys()]) {
      const share = product(before, column);
      for (let row = 0; row < rows; row += 1) {
        const at = row * columns + column;
        values[at] = (values[at] ?? 0) - share * (values[row * columns + before] ?? 0);
      }
    }
    const length = Math.sqrt(product(column, column)) || 1;
    for (let row = 0; row < rows; row += 1) {
      const at = row * columns + column;
      values[at] = (values[at] ?? 0) / length;
    }
  }
  return { rows, columns, values };
}

function innerProducts(one: Matrix, other: Matrix): Matrix {
  const width = one.columns;
  const product: Matrix = { rows: width, columns: width, values: new Float64Array(width * width) };
  for (let row = 0; row < one.rows; row += 1) {
    for (let left = 0; left < width; left += 1) {
      const value = one.values[row * width + left] ?? 0;
      for (let right = 0; right < width; right += 1) {
        const at = left * width + right;
        product.values[at] = (product.values[at] ?? 0) + value * (other.values[row * width + right] ?? 0);
      }
    }
  }
  return product;
}

const mostSweeps = 60;
const small = 1e-10;

/** Jacobi's method: rotates pairs of axes until only the diagonal is left. */
function symmetricEigen({ rows: size, values }: Matrix): { values: number[]; vectors: Matrix } {
  const matrix = Float64Array.from(values, (value, at) => {
    const mirrored = values[(at % size) * size + Math.floor(at / size)] ?? 0;
    return (value + mirrored) / 2;
  });
  const turned = new Float64Array(size * size);
  for (let at = 0; at < size; at += 1) turned[at * size + at] = 1;
  const turn = (list: Float64Array, one: number, other: number, cos: number, sin: number): void => {
    const [left, right] = [list[one] ?? 0, list[other] ?? 0];
    list[one] = cos * left - sin * right;
    list[other] = sin * left + cos * right;
  };
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    let beside = 0;
    for (let one = 0; one < size; one += 1) {
      for (let other = one + 1; other < size; other += 1) {
        const off = matrix[one * size + other] ?? 0;
        beside = Math.max(beside, Math.abs(off));
        if (Math.abs(off) < small) continue;
        const theta = ((matrix[other * size + other] ?? 0) - (matrix[one * size + one] ?? 0)) / (2 * off);
        const tan = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const cos = 1 / Math.sqrt(tan * tan + 1);
        const sin = tan * cos;
        for (let at = 0; at < size; at += 1) turn(matrix, at * size + one, at * size + other, cos, sin);
        for (let at = 0; at < size; at += 1) turn(matrix, one * size + at, other * size + at, cos, sin);
        for (let at = 0; at < size; at += 1) turn(turned, at * size + one, at * size + other, cos, sin);
      }
    }
    if (beside < small) break;
  }
  return {
    values: Array.from({ length: size }, (_, at) => matrix[at * size + at] ?? 0),
    vectors: { rows: size, columns: size, values: turned },
  };
}
