/**
 * A figure that is computed from summed counts. Each item has a row of counts, the rows are added up, and `value`
 * computes the figure from the sum. To evaluate a bootstrap sample, it is then enough to add up rows. The first count
 * of a row is the number of items.
 */
export type Measure = {
  id: string;
  title: string;
  better: 'higher' | 'lower';
  /** Computes the figure, from 0 to 1, from the sum of rows; null if nothing was counted. */
  value(sums: readonly number[]): number | null;
};

/** The rows of counts of one item, by measure. Measures that do not apply to the item have no row. */
export type Counts = Record<string, number[]>;

/** A measure whose rows are `[items, matching items]`. */
export function share(id: string, title: string, better: Measure['better'] = 'higher'): Measure {
  return { id, title, better, value: ([of = 0, so = 0]) => (of === 0 ? null : so / of) };
}

/**
 * A measure whose rows contain the number of items and then the counts of `classRow`. F1 = 2 tp / (2 tp + fp + fn);
 * null if the class never occurs.
 */
export function f1(id: string, title: string): Measure {
  return { id, title, better: 'higher', value: ([, ...row]) => f1Of(row) };
}

/**
 * The mean F1 of several classes. The rows of `classRow` for the classes are concatenated. Classes that never occur are
 * left out.
 */
export function macroF1(id: string, title: string, classes: number): Measure {
  return {
    id,
    title,
    better: 'higher',
    value([, ...rows]) {
      const values = Array.from({ length: classes }, (_, at) => f1Of(rows.slice(at * 3, at * 3 + 3)));
      const known = values.filter((value) => value !== null);
      return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
    },
  };
}

/** The counts of true positives, false positives and false negatives of one class for one item. */
export function classRow(expected: boolean, given: boolean): [number, number, number] {
  return [Number(expected && given), Number(!expected && given), Number(expected && !given)];
}

/** Adds rows; a shorter row is padded with zeros. */
export function addRows(rows: Iterable<readonly number[]>): number[] {
  const sums: number[] = [];
  for (const row of rows) {
    // A plain loop is used because this code takes most of the time of thousands of bootstrap samples.
    for (let at = 0; at < row.length; at += 1) sums[at] = (sums[at] ?? 0) + (row[at] ?? 0);
  }
  return sums;
}

function f1Of([tp = 0, fp = 0, fn = 0]: readonly number[]): number | null {
  return tp + fp + fn === 0 ? null : (2 * tp) / (2 * tp + fp + fn);
}
