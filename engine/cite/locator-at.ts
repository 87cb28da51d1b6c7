import { ProvisoError } from '../model/errors.ts';
import { type Box, countLineEnds, isComment, type Locator } from '../model/locator.ts';
import { overlapping, type Range, type SourceText, type Span, shownStretches } from '../model/source.ts';

/**
 * The locator of the first words of a span, extended to the last words if the kind of locator allows this (end page,
 * end time, last line, range of cells). Throws an error with the code `no_locator` for a span without words, which is a
 * bug of the caller.
 */
export function locatorAt(content: SourceText, span: Span): Locator {
  const ranges = rangesAt(content, span);
  const first = ranges[0];
  const last = ranges.at(-1);
  if (!first || !last) {
    throw new ProvisoError('no_locator', `The source has no words at ${span.start} to ${span.end}.`);
  }
  const from = placeIn(content, first, span);
  return first === last ? from : marked(joined(from, placeIn(content, last, span), ranges), ranges);
}

/** The locator of the span's words in a range; in a range of several lines, only the lines that contain the words. */
function placeIn({ text }: SourceText, range: Range, span: Span): Locator {
  const { locator, lineEnds } = range;
  if (locator.kind !== 'lines' || lineEnds === undefined) return locator;
  const start = Math.max(range.start, span.start);
  const words = text.slice(start, Math.min(range.end, span.end));
  const firstWord = start + Math.max(0, words.search(/\S/));
  const from = locator.from + Math.floor(countLineEnds(text, range.start, firstWord) / lineEnds);
  const to = from + Math.floor(countLineEnds(text, firstWord, start + words.trimEnd().length) / lineEnds);
  return { kind: 'lines', from, to };
}

/** Marks the locator as a comment if any words of the span are in a comment. */
function marked(locator: Locator, ranges: readonly Range[]): Locator {
  if (!ranges.some((range) => isComment(range.locator))) return locator;
  const { kind } = locator;
  const markable = kind === 'page' || kind === 'section' || kind === 'cell' || kind === 'slide';
  return markable ? { ...locator, comment: true } : locator;
}

/** Whether words of the span are struck out. */
export function isStruck(content: SourceText, span: Span): boolean {
  return rangesAt(content, span).some(({ struck }) => struck);
}

/** The ranges in which the span has words, in text order; white space and boilerplate do not count. */
export function rangesAt(content: SourceText, span: Span): Range[] {
  return overlapping(content.ranges, span).filter((range) =>
    hasWords(content, { start: Math.max(range.start, span.start), end: Math.min(range.end, span.end) }),
  );
}

function hasWords(content: SourceText, span: Span): boolean {
  return shownStretches(content, span).some(({ start, end }) => /\S/.test(content.text.slice(start, end)));
}

function joined(first: Locator, last: Locator, ranges: readonly Range[]): Locator {
  if (first.kind === 'page' && last.kind === 'page' && last.page > first.page) {
    return { ...first, endPage: last.page };
  }
  if (first.kind === 'time' && last.kind === 'time') return { ...first, endMs: last.endMs };
  if (first.kind === 'lines' && last.kind === 'lines') return { ...first, to: last.to };
  if (first.kind === 'cell' && last.kind === 'cell' && first.sheet === last.sheet) {
    return { ...first, range: cellRange(first.range, last.range) };
  }
  if (first.kind === 'region') return { ...first, box: boxAround(first, ranges) };
  return first;
}

/** `A1:B2` and `C3` yield `A1:C3`; a range that is not in A1 notation is unchanged. */
function cellRange(first: string, last: string): string {
  const corners = [...first.split(':'), ...last.split(':')].map((corner) => /^([A-Z]+)(\d+)$/.exec(corner));
  const columns: string[] = [];
  const rows: number[] = [];
  for (const corner of corners) {
    const [, column, row] = corner ?? [];
    if (column === undefined || row === undefined) return first;
    columns.push(column);
    rows.push(Number(row));
  }
  columns.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const from = `${columns[0]}${Math.min(...rows)}`;
  const to = `${columns.at(-1)}${Math.max(...rows)}`;
  return from === to ? from : `${from}:${to}`;
}

function boxAround(first: Extract<Locator, { kind: 'region' }>, ranges: readonly Range[]): Box {
  const boxes = ranges.flatMap(({ locator }) =>
    locator.kind === 'region' && locator.page === first.page ? [locator.box] : [],
  );
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
