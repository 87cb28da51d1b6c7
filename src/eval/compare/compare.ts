import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Report, ReportItem } from '../report/report.ts';
import { caseMeasures } from '../score/case-measures.ts';
import { addRows, type Measure } from '../score/measure.ts';
import { type Difference, differenceOf, type PairedRows } from './paired.ts';

export type Verdict = 'better' | 'worse' | "can't tell";

/** An answer that differs between the two runs. */
export type Flip = {
  key: string;
  before: string;
  after: string;
  gradeBefore: ReportItem['grade'];
  gradeAfter: ReportItem['grade'];
  /**
   * What is wrong with the answer of the later run. If nothing is wrong with it, what was wrong with the answer of the
   * earlier run.
   */
  why: string[];
};

export type Comparison = Difference & {
  suite: string;
  primary: string;
  title: string;
  verdict: Verdict;
  /**
   * `pairs` is the number of expectations that both runs answered and that the measure counts. `documents` is the
   * number of independent groups of documents that these expectations are about. `unpaired` is the number of answers
   * that only one of the runs has.
   */
  pairs: number;
  documents: number;
  unpaired: number;
  flips: Flip[];
  lockedFlips: number;
  /**
   * The estimated number of further groups of documents that are needed to detect a difference of `worthSeeing`. Null
   * if the verdict is `better` or `worse`, or if nothing can be estimated.
   */
  moreDocuments: number | null;
  /** The difference that `moreDocuments` is computed for: the one between the runs, but at least `leastDifference`. */
  worthSeeing: number;
};

/**
 * The verdict is `better` or `worse` only if the 95 % interval does not contain 0, and if the probability that the
 * difference arises by chance is below this number.
 */
const mostChance = 0.05;
/**
 * The smallest difference that is of interest. If the runs differ by less than this, `moreDocuments` is computed for
 * this difference.
 */
const leastDifference = 0.05;
/** The sum of the normal quantiles for a two-sided test at 5 % with a power of 80 %. */
const quantiles = 1.96 + 0.84;

/**
 * Pairs the answers of two runs by case, rule and file, and decides which run is better. The runs are compared by the
 * primary measure, which both named in advance. Throws an error with the code `not_comparable` if the runs have
 * different suites or primary measures, or no answers in common. `measures` are those that the reports may have.
 */
export function compareReports(
  before: Report,
  after: Report,
  measures: readonly Measure[] = caseMeasures,
): Comparison {
  if (before.suite !== after.suite) throw notComparable(`one ran ${before.suite}, the other ${after.suite}`);
  if (before.primary !== after.primary)
    throw notComparable(`one named ${before.primary} as its primary figure, the other ${after.primary}`);
  const measure = measures.find(({ id }) => id === after.primary);
  if (!measure) throw notComparable(`neither report has the figure ${after.primary}`);
  const rowsBefore = rowsByKey(before, measure);
  const rowsAfter = rowsByKey(after, measure);
  const paired = [...rowsAfter].flatMap(([key, { cluster, row }]) => {
    const earlier = rowsBefore.get(key);
    if (!earlier || earlier.row.length + row.length === 0) return [];
    return [{ key, cluster, before: earlier.row, after: row }];
  });
  if (paired.length === 0) throw notComparable('they have no case in common');
  const documents = byCluster(paired);
  const difference = differenceOf(measure, documents);
  const verdict = verdictOf(measure, difference);
  const worthSeeing = Math.max(Math.abs(difference.difference ?? 0), leastDifference);
  return {
    ...difference,
    suite: after.suite,
    primary: measure.id,
    title: measure.title,
    verdict,
    pairs: paired.length,
    documents: documents.length,
    unpaired: [...rowsBefore.keys(), ...rowsAfter.keys()].filter(
      (key) => !(rowsBefore.has(key) && rowsAfter.has(key)),
    ).length,
    flips: flipsOf(before, after),
    lockedFlips: lockedFlipsOf(before, after),
    moreDocuments: verdict === "can't tell" ? moreOf(documents.length, difference, worthSeeing) : null,
    worthSeeing,
  };
}

function verdictOf({ better }: Measure, { difference, interval, chance }: Difference): Verdict {
  if (difference === null || interval === null || chance === null || chance >= mostChance)
    return "can't tell";
  const [low, high] = interval;
  if (low <= 0 && high >= 0) return "can't tell";
  return difference > 0 === (better === 'higher') ? 'better' : 'worse';
}

/**
 * The number of further documents that are needed to detect a difference of `worth`: the standard error decreases with
 * the square root of the number of documents. Null if the standard error is 0, as with a single document or with equal
 * answers, because nothing can be estimated from it.
 */
function moreOf(documents: number, { standardError }: Difference, worth: number): number | null {
  if (standardError === 0) return null;
  return Math.max(1, Math.ceil(documents * ((quantiles * standardError) / worth) ** 2) - documents);
}

type Keyed = { cluster: string; row: number[] };

/**
 * Sums the rows of all repeats of each expectation. An expectation that the measure does not count has an empty row.
 */
function rowsByKey({ items, locked }: Report, { id }: Measure): Map<string, Keyed> {
  const rows = new Map<string, Keyed>();
  for (const { key, cluster, counts } of [...items, ...locked]) {
    rows.set(key, { cluster, row: addRows([rows.get(key)?.row ?? [], counts[id] ?? []]) });
  }
  return rows;
}

function byCluster(paired: readonly (PairedRows & { cluster: string })[]): PairedRows[] {
  const clusters = new Map<string, PairedRows>();
  for (const { cluster, before, after } of paired) {
    const sum = clusters.get(cluster) ?? { before: [], after: [] };
    clusters.set(cluster, { before: addRows([sum.before, before]), after: addRows([sum.after, after]) });
  }
  return [...clusters.values()];
}

/** The answers that differ between two runs. */
export function flipsOf(before: Report, after: Report): Flip[] {
  const earlier = new Map(before.items.map((item) => [`${item.key}\n${item.repeat}`, item]));
  return after.items.flatMap((item) => {
    const was = earlier.get(`${item.key}\n${item.repeat}`);
    if (!was || (was.given === item.given && was.grade === item.grade)) return [];
    return [
      {
        key: item.key,
        before: was.given,
        after: item.given,
        gradeBefore: was.grade,
        gradeAfter: item.grade,
        why:
          item.problems.length > 0 ? item.problems : was.problems.map((problem) => `no longer: ${problem}`),
      },
    ];
  });
}

function lockedFlipsOf(before: Report, after: Report): number {
  const earlier = new Map(before.locked.map(({ key, counts }) => [key, JSON.stringify(counts)]));
  return after.locked.filter(({ key, counts }) => {
    const was = earlier.get(key);
    return was !== undefined && was !== JSON.stringify(counts);
  }).length;
}

function notComparable(why: string): ProvisoError<'not_comparable'> {
  return new ProvisoError('not_comparable', `These runs can't be compared: ${why}.`);
}
