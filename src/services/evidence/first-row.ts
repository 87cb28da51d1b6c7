import type { Citation } from '../../../engine/model/citation.ts';
import type { Range, SourceText, Span } from '../../../engine/model/source.ts';

/** A first row with more characters than this is not a row of headings. */
const mostCharacters = 8_000;

/**
 * The first row of the cited sheet, which usually names its columns, or the first record of a cited table in text form;
 * null if the file is not a table, or if the row is very long.
 */
export function firstRow(content: SourceText, { locator, source }: Citation): Span | null {
  const row =
    locator.kind === 'cell'
      ? firstRowOf(locator.sheet, content)
      : source.mediaType === 'text/csv' && locator.kind === 'lines'
        ? firstRecord(content)
        : null;
  return row !== null && row.end - row.start <= mostCharacters ? row : null;
}

function firstRowOf(sheet: string, { ranges, headings }: SourceText): Span | null {
  // The name of a sheet is read as a heading, which is cited as cell A1.
  const names = new Set(headings.map(({ start }) => start));
  const cells = ranges.filter(
    ({ start, locator, hidden }) =>
      !hidden && locator.kind === 'cell' && locator.sheet === sheet && !locator.comment && !names.has(start),
  );
  const [first] = cells;
  if (first === undefined) return null;
  const last = cells.findLast((cell) => rowOf(cell) === rowOf(first)) ?? first;
  return { start: first.start, end: last.end };
}

/** The number of the row of a cell, as in its name. */
function rowOf({ locator }: Range): string {
  return locator.kind === 'cell' ? locator.range.replace(/^\D+/, '') : '';
}

function firstRecord({ text, ranges: [first] }: SourceText): Span | null {
  if (first === undefined) return null;
  const end = text.indexOf('\n\n', first.start);
  return { start: first.start, end: end < 0 ? first.end : end };
}
