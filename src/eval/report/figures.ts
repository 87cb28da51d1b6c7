import { type ClusterRow, figureOf } from '../score/interval.ts';
import { addRows, type Counts, type Measure } from '../score/measure.ts';
import type { Report, ReportFigure } from './report.ts';
import type { Limits } from './thresholds.ts';

type Counted = { cluster: string; counts: Counts };
type Scored = { items: readonly Counted[]; locked: readonly Counted[] };

/**
 * The figure of every measure over all items, with its interval and its limit (a minimum or a maximum), and whether the
 * figure misses the limit. Measures that counted nothing and have no limit are left out.
 */
export function figuresOf(
  measures: readonly Measure[],
  { items, locked }: Scored,
  limits: Limits,
): ReportFigure[] {
  return measures.flatMap((measure) => {
    const { id, title, better } = measure;
    const figure = figureOf(measure, rowsOf(id, [...items, ...locked]));
    const limit = limits[id] ?? null;
    if (figure.value === null && limit === null) return [];
    return [
      {
        id,
        title,
        better,
        ...figure,
        locked: locked.length === 0 ? null : lockedFigure(measure, locked),
        limit,
        missed: limit !== null && misses(figure.value, limit),
      },
    ];
  });
}

/** The figures that miss their limit. */
export function missedIn({ figures }: Pick<Report, 'figures'>): ReportFigure[] {
  return figures.filter(({ missed }) => missed);
}

function rowsOf(id: string, items: readonly Counted[]): ClusterRow[] {
  return items.flatMap(({ cluster, counts }) => {
    const row = counts[id];
    return row === undefined ? [] : [{ cluster, row }];
  });
}

function lockedFigure(measure: Measure, locked: readonly Counted[]): ReportFigure['locked'] {
  const sums = addRows(rowsOf(measure.id, locked).map(({ row }) => row));
  return { value: measure.value(sums), n: sums[0] ?? 0 };
}

/** Whether a figure misses its limit. A figure that could not be computed misses the limit. */
function misses(value: number | null, { min = 0, max = 1 }: Limits[string]): boolean {
  return value === null || value < min || value > max;
}
