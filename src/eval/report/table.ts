import type { Report, ReportFigure, ReportItem } from './report.ts';

/** The report as text for a terminal: the figures, the confusion matrix, and at most `mostShown` wrong answers. */
export function reportTable(report: Report, mostShown = 25): string {
  const { figures, confusion, items, settings, cases, seconds, unstable, usage, latency } = report;
  const wrong = items.filter(({ grade }) => grade === 'wrong');
  const cautious = items.filter(({ grade }) => grade === 'cautious').length;
  return [
    `${report.suite}: ${cases.dev} ${cases.locked > 0 ? `and ${cases.locked} locked ` : ''}${cases.dev + cases.locked === 1 ? 'case' : 'cases'} by ${settings.model ?? settings.checker}${settings.prompts.length > 0 ? ` (${settings.prompts.join(', ')})` : ''}, ${seconds} s`,
    '',
    ...grid([figureTitles(report), ...figures.map((figure) => figureCells(figure, report))]),
    '',
    ...(confusion
      ? [
          ...grid([
            ['expected \\ given', ...confusion.columns],
            ...confusion.rows.map((row, at) => [row, ...(confusion.counts[at] ?? []).map(String)]),
          ]),
          '',
        ]
      : []),
    ...(report.reliability.length > 0
      ? [
          `answers with the right outcome, by label: ${report.reliability
            .map(({ label, n, right }) => `${label} ${right} of ${n}`)
            .join(', ')}`,
        ]
      : []),
    ...(usage.modelCalls > 0
      ? [
          `model calls ${usage.modelCalls}, tokens ${usage.inputTokens} in (${usage.cachedTokens} cached), ${usage.outputTokens} out${report.cost === null ? '' : `, cost ${report.cost.toFixed(4)}`}`,
        ]
      : []),
    ...(report.calls
      ? [
          `questions: ${report.calls.replayed} answered from recorded answers, ${report.calls.recorded} asked and recorded, ${report.calls.missing} never asked`,
        ]
      : []),
    ...(latency ? [`time for a case: median ${latency.median} ms, slowest ${latency.slowest} ms`] : []),
    ...(unstable ? [`${unstable.n} of ${unstable.of} answers differ between repeats`] : []),
    `answers: ${items.length - wrong.length - cautious} right, ${cautious} cautious, ${wrong.length} wrong${report.locked.length > 0 ? `; ${report.locked.length} locked, counted above and not shown` : ''}`,
    ...(wrong.length > 0 ? ['', ...wrong.slice(0, mostShown).flatMap(wrongLines)] : []),
    ...(wrong.length > mostShown
      ? [`  and ${wrong.length - mostShown} more (--json or --html has all)`]
      : []),
    '',
  ].join('\n');
}

/** The titles of the columns of `figureCells`. */
export function figureTitles({ cases }: Report): string[] {
  const locked = cases.locked > 0 ? ['locked'] : [];
  return ['figure', 'value', '95 % interval', 'n', 'documents', ...locked, 'limit', ''];
}

/** A figure of the report in the cells of a table. */
export function figureCells(figure: ReportFigure, { cases, primary }: Report): string[] {
  const { id, title, value, n, documents, interval, locked, limit, missed } = figure;
  return [
    id === primary ? `${title} (primary)` : title,
    missed ? exactly(value) : number(value),
    interval ? `${number(interval[0])} to ${number(interval[1])}` : '',
    String(n),
    String(documents),
    ...(cases.locked > 0 ? [locked && locked.n > 0 ? `${number(locked.value)} (${locked.n})` : ''] : []),
    limitText(limit),
    missed ? 'MISSED' : '',
  ];
}

/** A sentence about a figure that misses its limit, with its value and the limit. */
export function missedText({ title, value, limit }: Pick<ReportFigure, 'title' | 'value' | 'limit'>): string {
  return `${title} is ${value === null ? 'not available' : exactly(value)}, and must be ${limitText(limit)}`;
}

function limitText(limit: ReportFigure['limit']): string {
  if (!limit) return '';
  const { min, max } = limit;
  return [
    ...(min === undefined ? [] : [`≥ ${number(min)}`]),
    ...(max === undefined ? [] : [`≤ ${number(max)}`]),
  ].join(' ');
}

/**
 * A figure with three decimals. With the two decimals of the function `number`, a figure that narrowly misses its limit
 * would look equal to the limit.
 */
export function exactly(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

function wrongLines({ key, problems, quotes }: ReportItem): string[] {
  const [first] = quotes;
  return [
    `✗ ${key}: ${problems.join('; ')}`,
    ...(first ? [`    ${first.file}, ${first.place}: "${shortened(first.quote)}"`] : []),
  ];
}

/** A figure with two decimals, or three if it is below .01; a dash if it is null. */
export function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(value !== 0 && Math.abs(value) < 0.01 ? 3 : 2);
}

function shortened(quote: string): string {
  const text = quote.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ');
  return text.length > 110 ? `${text.slice(0, 109)}…` : text;
}

/** Rows of cells in aligned columns: the first column is aligned to the left, the others to the right. */
export function grid(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
