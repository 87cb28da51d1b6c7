import { addRows, type Measure } from './measure.ts';
import { seededRandom } from './random.ts';

/** The rows of one document for a measure: one for each item based on it. */
export type ClusterRow = { cluster: string; row: readonly number[] };

/** A figure with the number of items and documents it counts, and its 95 % interval. */
export type Figure = {
  value: number | null;
  n: number;
  documents: number;
  interval: [number, number] | null;
};

export const bootstrapSeed = 20261121;
const draws = 2_000;

/**
 * The figure with its 95 % percentile bootstrap interval. Whole documents are resampled, never single rules, because
 * rules of one document are not independent. The same rows yield the same interval: the seed is fixed. A single
 * document has no interval.
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
 * If every document agrees, resampling says nothing: 3 of 3 is not certainty. Uses the exact interval of Clopper and
 * Pearson with each document counted once.
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

/** A statistic over many bootstrap samples of the documents; samples without a defined value are left out. */
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

/** The middle 95 % of the values. */
export function percentiles(values: readonly number[]): [number, number] | null {
  if (values.length === 0) return null;
  const ordered = [...values].sort((one, other) => one - other);
  const at = (part: number): number => ordered[Math.round(part * (ordered.length - 1))] ?? 0;
  return [at(0.025), at(0.975)];
}
