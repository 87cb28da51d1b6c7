import { looseBox } from './boxes/char-box.ts';
import { codeAt, type TextPage } from './text-page.ts';

/** A line of a page's text: its offsets in the text, and the indexes of its first and last character on the page. */
export type Line = { start: number; end: number; firstChar: number; lastChar: number };

/** Characters of a page by their indexes; `to` is the last one. */
export type CharRange = { from: number; to: number };

/** A piece of a line between two wide gaps, with its place in points. */
type Piece = CharRange & { left: number; right: number; height: number };

/** A gap between two columns is at least so wide, as a share of the height of the line. Gaps between words are below 1. */
const gutter = 1.2;
/** Fewer lines with two pieces are a table or a signature block rather than columns of text. */
const fewestRows = 4;
/** A page of running text has fewer lines. Each line is compared with all that follow. */
const mostRows = 1_000;
/** A line of running text fills at least this share of its column, except where a paragraph ends. */
const filled = 0.6;
/** At least this share of the lines of each column is filled. In a table, short and long cells alternate. */
const mostlyFilled = 0.6;
/** The widest line of running text has at least this number of words. Lines of a table of numbers have fewer. */
const fewestWords = 3;
/** How many lines of a page are looked at to decide whether it can have columns. */
const sampled = 8;

/**
 * The ranges of a page's characters in reading order, if the page was drawn line by line across two columns of running
 * text: first the left column, then the right one. Null for any other page.
 */
export function columnOrder(textPage: TextPage, lines: readonly Line[]): CharRange[] | null {
  if (lines.length < fewestRows || lines.length > mostRows) return null;
  const step = Math.max(1, Math.floor(lines.length / sampled));
  const sample = lines.filter((_, at) => at % step === 0);
  const wide = sample.filter((line) => piecesOf(textPage, line).length === 2);
  if (wide.length < sample.length / 4) return null;
  const rows = lines.map((line) => piecesOf(textPage, line));
  const order: CharRange[] = [];
  let from = 0;
  for (let at = 0; at < rows.length; ) {
    const columns = columnsFrom(rows, at);
    if (columns === null) {
      at += 1;
      continue;
    }
    const first = lines[at]?.firstChar ?? 0;
    if (first > from) order.push({ from, to: first - 1 });
    const { end, middle } = columns;
    const pieces = rows.slice(at, end).flat();
    order.push(
      ...pieces.filter(({ right }) => right <= middle),
      ...pieces.filter(({ right }) => right > middle),
    );
    from = (lines[end - 1]?.lastChar ?? first) + 1;
    at = end;
  }
  if (order.length === 0) return null;
  order.push({ from, to: textPage.codes.length - 1 });
  return order;
}

/** The pieces of a line. Only the gaps at spaces are looked at: PDFium puts a space into every wide gap. */
function piecesOf(textPage: TextPage, { firstChar, lastChar }: Line): Piece[] {
  const pieces: Piece[] = [];
  let from = firstChar;
  const end = (to: number): void => {
    const [start, last] = [from, to].map((index) => looseBox(textPage, index));
    if (start === undefined || last === undefined) return;
    const height = start.top - start.bottom;
    pieces.push({ from, to, left: start.left, right: last.right, height });
  };
  for (let index = firstChar + 1; index < lastChar; index += 1) {
    if (codeAt(textPage, index) !== 32) continue;
    const before = looseBox(textPage, index - 1);
    const after = looseBox(textPage, index + 1);
    if (after.left - before.right < (before.top - before.bottom) * gutter) continue;
    end(index - 1);
    from = index + 1;
  }
  end(lastChar);
  return pieces;
}

/**
 * The longest run of lines from `start` that are two columns of running text: its end (exclusive), and the middle of the
 * gap between the columns, in points. Null if there is none. A line with one piece belongs to the run if the piece is on
 * one side of the gap.
 */
function columnsFrom(rows: readonly Piece[][], start: number): { end: number; middle: number } | null {
  if (rows[start]?.length !== 2) return null;
  let [left, right] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let end = start;
  for (const row of rows.slice(start)) {
    const [one, other] = row;
    if (one === undefined || row.length > 2) break;
    const isLeft = other !== undefined || one.right <= right - one.height * gutter;
    const edge = isLeft ? Math.max(left, one.right) : left;
    const next = other ?? (isLeft ? null : one);
    const side = next === null ? right : Math.min(right, next.left);
    if (side - edge < one.height * gutter) break;
    [left, right] = [edge, side];
    end += 1;
  }
  const group = rows.slice(start, end);
  const both = group.filter(({ length }) => length === 2);
  if (both.length < fewestRows) return null;
  const columns = [0, 1].map((at) => both.flatMap((row) => row[at] ?? []));
  return columns.every(isRunningText) ? { end, middle: (left + right) / 2 } : null;
}

function isRunningText(pieces: readonly Piece[]): boolean {
  const widths = pieces.map(({ left, right }) => right - left);
  const widest = Math.max(...widths);
  const isFilled = widths.filter((width) => width >= widest * filled).length >= widths.length * mostlyFilled;
  const heights = pieces.reduce((sum, { height }) => sum + height, 0) / pieces.length;
  // A word with its space is about three times as wide as its line is high.
  return isFilled && widest >= heights * 3 * fewestWords;
}
