/**
 * A figure that adds up over items: each item has a row of counts, rows are summed, and the figure is computed from
 * the sum, so that resampling documents only sums rows again. The first count is the number of items.
 */
export type Measure = {
  id: string;
  title: string;
  better: 'higher' | 'lower';
  /** The figure of summed rows, 0 to 1; null if nothing was counted. */
  value(sums: readonly number[]): number | null;
};

/** Rows of counts by measure, without measures that do not apply to the item. */
export type Counts = Record<string, number[]>;

/** A measure whose rows are `[items, matching items]`. */
export function share(id: string, title: string, better: Measure['better'] = 'higher'): Measure {
  return { id, title, better, value: ([of = 0, so = 0]) => (of === 0 ? null : so / of) };
}

/** A measure whose rows are those of `classRow`. F1 = 2 tp / (2 tp + fp + fn); null if the class never occurs. */
export function f1(id: string, title: string): Measure {
  return { id, title, better: 'higher', value: ([, ...row]) => f1Of(row) };
}

/** The mean F1 of classes whose `classRow`s are concatenated; classes that never occur are left out. */
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

/** True positive, false positive and false negative of one class for one item. */
export function classRow(expected: boolean, given: boolean): [number, number, number] {
  return [Number(expected && given), Number(!expected && given), Number(expected && !given)];
}

/** Adds rows; a shorter row is padded with zeros. */
export function addRows(rows: Iterable<readonly number[]>): number[] {
  const sums: number[] = [];
  for (const row of rows) {
    // A plain loop, because thousands of samples spend their time here.
    for (let at = 0; at < row.length; at += 1) sums[at] = (sums[at] ?? 0) + (row[at] ?? 0);
  }
  return sums;
}

function f1Of([tp = 0, fp = 0, fn = 0]: readonly number[]): number | null {
  return tp + fp + fn === 0 ? null : (2 * tp) / (2 * tp + fp + fn);
}
