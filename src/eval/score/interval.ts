import { addRows, type Measure } from './measure.ts';
import { seededRandom } from './random.ts';

/** The row of counts of one item for a measure, and the document that the item is about. */
export type ClusterRow = { cluster: string; row: readonly number[] };

/** A figure with its 95 % interval, computed from `n` items in `documents` documents. */
export type Figure = {
  value: number | null;
  n: number;
  documents: number;
  interval: [number, number] | null;
};

export const bootstrapSeed = 20261121;
const draws = 2_000;

/**
 * The figure with its 95 % percentile bootstrap interval, which is null for a single document. Whole documents are
 * resampled, because the answers to the rules of one document are not independent. The seed is fixed, so that the same
 * rows always have the same interval.
 */
export function figureOf(measure: Measure, rows: readonly ClusterRow[]): Figure {
  const clusters = [...byCluster(rows).values()];
  const sums = addRows(clusters);
  const figure = { value: measure.value(sums), n: sums[0] ?? 0, documents: clusters.length };
  if (figure.value === null || clusters.length < 2) return { ...figure, interval: null };
  const values = resampled(clusters, (drawn) => measure.value(addRows(drawn)));
  return { ...figure, interval: unanimous(figure.value, clusters.length) ?? percentiles(values) };
}

/**
 * The exact interval of Clopper and Pearson for a figure that is 0 or 1 in all documents, with each document counted
 * once; null for other figures. Resampling such a figure always yields the same value, so a figure of 3 in 3 documents
 * would look certain.
 */
function unanimous(value: number, documents: number): [number, number] | null {
  const unseen = 0.025 ** (1 / documents);
  if (value === 1) return [unseen, 1];
  return value === 0 ? [0, 1 - unseen] : null;
}

/** Sums the rows of each document. */
export function byCluster(rows: readonly ClusterRow[]): Map<string, number[]> {
  const clusters = new Map<string, number[]>();
  for (const { cluster, row } of rows) clusters.set(cluster, addRows([clusters.get(cluster) ?? [], row]));
  return clusters;
}

/**
 * The values of a statistic over many bootstrap samples of the documents. Samples for which the statistic is null are
 * left out.
 */
export function resampled<Cluster>(
  clusters: readonly Cluster[],
  statistic: (drawn: Cluster[]) => number | null,
): number[] {
  const random = seededRandom(bootstrapSeed);
  const values: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const drawn: Cluster[] = [];
    for (let at = 0; at < clusters.length; at += 1) {
      const cluster = clusters[Math.floor(random() * clusters.length)];
      if (cluster !== undefined) drawn.push(cluster);
    }
    const value = statistic(drawn);
    if (value !== null) values.push(value);
  }
  return values;
}

/** The limits of the middle 95 % of the values; null without values. */
export function percentiles(values: readonly number[]): [number, number] | null {
  if (values.length === 0) return null;
  const ordered = [...values].sort((one, other) => one - other);
  const at = (part: number): number => ordered[Math.round(part * (ordered.length - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}
