import { bootstrapSeed, percentiles, resampled } from '../score/interval.ts';
import { addRows, type Measure } from '../score/measure.ts';
import { seededRandom } from '../score/random.ts';

/** The counts of one document in the earlier and in the later run. */
export type PairedRows = { before: readonly number[]; after: readonly number[] };

export type Difference = {
  before: number | null;
  after: number | null;
  /** `after` minus `before`; null if either is null. */
  difference: number | null;
  interval: [number, number] | null;
  /**
   * The probability that the difference is at least this large by chance, that is, if the answers for each document
   * were assigned to the two runs at random. Null if `difference` is null.
   */
  chance: number | null;
  /** The standard deviation of the difference over bootstrap samples of the documents. */
  standardError: number;
};

/**
 * If at most this many documents have different answers in the two runs, the permutation test tries every way to swap
 * answers between the runs. Otherwise it tries 2 to the power of this number of random ways.
 */
const triedInFull = 12;

/**
 * The difference of a measure between two runs of the same items, with a 95 % bootstrap interval over documents and a
 * permutation test. The permutation test is needed because the interval alone is too narrow for a handful of documents.
 * For a handful of documents, the test is exact.
 */
export function differenceOf(measure: Measure, documents: readonly PairedRows[]): Difference {
  const difference = (rows: readonly PairedRows[]): number | null => {
    const before = measure.value(addRows(rows.map((row) => row.before)));
    const after = measure.value(addRows(rows.map((row) => row.after)));
    return before === null || after === null ? null : after - before;
  };
  const found = difference(documents);
  const drawn = documents.length < 2 ? [] : resampled(documents, difference);
  return {
    before: measure.value(addRows(documents.map((row) => row.before))),
    after: measure.value(addRows(documents.map((row) => row.after))),
    difference: found,
    interval: percentiles(drawn),
    chance: found === null ? null : chanceOf(found, documents, difference),
    standardError: spread(drawn),
  };
}

function chanceOf(
  found: number,
  documents: readonly PairedRows[],
  difference: (rows: readonly PairedRows[]) => number | null,
): number {
  const changed = documents.filter(({ before, after }) => before.join() !== after.join());
  const same = documents.filter((one) => !changed.includes(one));
  const random = seededRandom(bootstrapSeed);
  const permutations = 2 ** Math.min(changed.length, triedInFull);
  const exact = changed.length <= triedInFull;
  let asLarge = 0;
  for (let permutation = 0; permutation < permutations; permutation += 1) {
    const exchanged = changed.map((one, at) => {
      const swap = exact ? Math.floor(permutation / 2 ** at) % 2 === 1 : random() < 0.5;
      return swap ? { before: one.after, after: one.before } : one;
    });
    const value = difference([...same, ...exchanged]);
    if (value !== null && Math.abs(value) >= Math.abs(found) - 1e-12) asLarge += 1;
  }
  // The actual answers, without a swap, count as one more permutation, because the random permutations may not contain
  // them.
  return exact ? asLarge / permutations : (asLarge + 1) / (permutations + 1);
}

function spread(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}
