import { type Comparison, compareReports } from '../compare/compare.ts';
import { comparisonText } from '../compare/say.ts';
import { missedIn } from './figures.ts';
import type { Report, ReportFigure } from './report.ts';
import { grid, number } from './table.ts';

export type NamedReport = { name: string; report: Report };

/** Runs of the same cases with different models, prompts or settings. Each run is compared with the first one. */
export type Matrix = {
  kind: 'proviso-eval-matrix';
  version: 1;
  runs: NamedReport[];
  comparisons: { name: string; comparison: Comparison }[];
};

/**
 * Compares each run with the first one. Throws an error with the code `not_comparable` if a run cannot be compared with
 * the first one.
 */
export function matrixOf(runs: NamedReport[]): Matrix {
  const [first, ...others] = runs;
  return {
    kind: 'proviso-eval-matrix',
    version: 1,
    runs,
    comparisons: first
      ? others.map(({ name, report }) => ({ name, comparison: compareReports(first.report, report) }))
      : [],
  };
}

/**
 * The runs as text for a terminal: a table with a column for each run, then the comparison of each run with the first.
 */
export function matrixTable({ runs, comparisons }: Matrix): string {
  const [first] = runs;
  if (!first) return '';
  const { cases, primary, suite } = first.report;
  const letter = (at: number): string => `(${at + 1})`;
  const row = (title: string, cell: (report: Report) => string): string[] => [
    title,
    ...runs.map(({ report }) => cell(report)),
  ];
  return [
    `${suite}: ${cases.dev} ${cases.locked > 0 ? `and ${cases.locked} locked ` : ''}cases, run ${runs.length} times`,
    ...runs.map(({ name, report }, at) => `${letter(at)} ${name}: ${byWhom(report)}`),
    '',
    ...grid([
      ['figure', ...runs.map((_, at) => letter(at))],
      ...first.report.figures.map(({ id, title }) =>
        row(id === primary ? `${title} (primary)` : title, (report) => figureOf(report, id)),
      ),
      row('wrong answers', ({ items }) => {
        const wrong = items.filter(({ grade }) => grade === 'wrong').length;
        return `${wrong} of ${items.length}`;
      }),
      row('model calls', ({ usage }) => String(usage.modelCalls)),
      row('tokens in', ({ usage }) => String(usage.inputTokens)),
      row('tokens out', ({ usage }) => String(usage.outputTokens)),
      ...(first.report.cost === null ? [] : [row('cost', ({ cost }) => (cost ?? 0).toFixed(4))]),
      row('never asked', ({ calls }) => String(calls?.missing ?? 0)),
      row('seconds', ({ seconds }) => String(seconds)),
    ]),
    '',
    ...comparisons.flatMap(({ name, comparison }, at) => [
      `${letter(at + 1)} ${name} against (1) ${first.name}. ${comparisonText(comparison)}`,
    ]),
  ].join('\n');
}

/** The figures that miss their limit, each with the name of its run. */
export function missedInMatrix({ runs }: Matrix): (Pick<ReportFigure, 'title' | 'value' | 'limit'> & {
  name: string;
})[] {
  return runs.flatMap(({ name, report }) =>
    missedIn(report).map(({ title, value, limit }) => ({ name, title, value, limit })),
  );
}

function byWhom({ settings }: Report): string {
  const prompts = settings.prompts.length > 0 ? ` (${settings.prompts.join(', ')})` : '';
  return `answered by ${settings.model ?? settings.checker}${prompts}`;
}

function figureOf({ figures }: Report, id: string): string {
  const figure = figures.find((one) => one.id === id);
  if (!figure) return '';
  const { value, interval, missed } = figure;
  const range = interval ? ` (${number(interval[0])}–${number(interval[1])})` : '';
  return `${number(value)}${range}${missed ? ' MISSED' : ''}`;
}
