import type { Context, MarkedText } from '../../report.ts';
import type { Block, PdfPages } from '../pdf-pages.ts';
import { columnShares } from './column-shares.ts';

type Line = readonly MarkedText[];
/** A piece of a laid-out row: `x` is its distance from the left edge of the row, in points. */
type Placed = MarkedText & { x: number; width: number };
type Look = { bold: boolean; size: number };

const [markFill, line, citedLine, citedFill] = ['#fff0a8', '#d5d9e0', '#7a4b00', '#fffbe6'];
const [ink, soft] = ['#1d2129', '#555d6b'];
/** The width of the numbers of rows, and the space between the words of a cell and its border, in points. */
const [numberWidth, padding] = [32, 3];

/** The text around a quote with the cited words highlighted, or the cells around it, as blocks that are not divided. */
export function contextBlocks(pages: PdfPages, context: Context, indent: number): Block[] {
  const left = pages.left + indent;
  const width = pages.width - indent;
  if (context.kind === 'passage') {
    const look = { bold: false, size: 9 };
    return context.lines.flatMap((one) =>
      laidOut(pages, one, width - 8, look).map((row) => passageRow(pages, row, left, look)),
    );
  }
  const { sheet, columns, rows } = context;
  const shares = columnShares(columns.length, rows);
  const widths = [numberWidth, ...shares.map((share) => share * (width - numberWidth))];
  const titles = ['', ...columns].map((text) => [{ text, marked: false }]);
  return [
    textBlock(pages, sheet, left),
    gridRow(pages, titles, { widths, left, color: soft, bold: false }),
    ...rows.map(({ number, cells, isFirst }) =>
      gridRow(pages, [[{ text: String(number), marked: false }], ...cells], {
        ...{ widths, left, color: ink, bold: isFirst },
      }),
    ),
  ];
}

/** A row of a passage, with a line on its left. */
function passageRow(pages: PdfPages, row: readonly Placed[], left: number, look: Look): Block {
  const height = pages.lineHeight(look);
  return {
    height,
    draw(y) {
      pages.document.rect(left, y, 1.5, height).fill(line);
      drawRow(pages, row, { x: left + 8, y, color: ink, ...look });
    },
  };
}

function textBlock(pages: PdfPages, text: string, left: number): Block {
  const look = { bold: false, size: 8.5 };
  const [row = []] = laidOut(pages, [{ text, marked: false }], pages.width, look);
  return {
    height: pages.lineHeight(look) + padding,
    draw: (y) => drawRow(pages, row, { x: left, y, color: soft, ...look }),
  };
}

type RowLook = { widths: readonly number[]; left: number; color: string; bold: boolean };

function gridRow(pages: PdfPages, cells: readonly Line[], { widths, left, color, bold }: RowLook): Block {
  const look = { bold, size: 8 };
  const lineHeight = pages.lineHeight(look);
  let x = left;
  const boxes = cells.map((cell, index) => {
    const width = widths[index] ?? 0;
    const rows = laidOut(pages, cell, width - 2 * padding, look);
    const box = { x, width, rows, isCited: cell.some(({ marked }) => marked) };
    x += width;
    return box;
  });
  const height = Math.max(1, ...boxes.map(({ rows }) => rows.length)) * lineHeight + 2 * padding;
  return {
    height,
    draw(y) {
      for (const box of [...boxes.filter((one) => !one.isCited), ...boxes.filter((one) => one.isCited)]) {
        pages.document.rect(box.x, y, box.width, height).lineWidth(box.isCited ? 1.2 : 0.5);
        if (box.isCited) pages.document.fillAndStroke(citedFill, citedLine);
        else pages.document.stroke(line);
        for (const [index, row] of box.rows.entries())
          drawRow(pages, row, { x: box.x + padding, y: y + padding + index * lineHeight, color, ...look });
      }
    },
  };
}

/** Breaks a line into rows of at most `width` points, between words or, in a long word, between characters. */
function laidOut(pages: PdfPages, whole: Line, width: number, look: Look): Placed[][] {
  const rows: Placed[][] = [[]];
  let x = 0;
  for (const { text, marked } of whole) {
    for (const word of wordsOf(pages, text, width, look)) {
      const wide = pages.widthOf(word, look);
      if (x > 0 && x + pages.widthOf(word.trimEnd(), look) > width) {
        rows.push([]);
        x = 0;
      }
      const row = rows.at(-1);
      const last = row?.at(-1);
      if (last?.marked === marked) {
        last.text += word;
        last.width += wide;
      } else row?.push({ text: word, marked, x, width: wide });
      x += wide;
    }
  }
  return rows.filter((row) => row.length > 0);
}

/** The words of a text, each with the space after it. A word that is wider than a row is divided. */
function wordsOf(pages: PdfPages, text: string, width: number, look: Look): string[] {
  return pages
    .shown(text)
    .split(/(?<= )/)
    .flatMap((word) => {
      if (pages.widthOf(word, look) <= width) return [word];
      const most = Math.max(1, Math.floor(width / look.size));
      const characters = [...word];
      return Array.from({ length: Math.ceil(characters.length / most) }, (_, at) =>
        characters.slice(at * most, (at + 1) * most).join(''),
      );
    });
}

function drawRow(
  pages: PdfPages,
  row: readonly Placed[],
  { x, y, color, ...look }: Look & { x: number; y: number; color: string },
): void {
  const height = pages.lineHeight(look);
  for (const piece of row) {
    if (piece.marked) pages.document.rect(x + piece.x, y, piece.width, height - 1).fill(markFill);
    pages.textAt(piece.text, { x: x + piece.x, y: y + 1, color, ...look });
  }
}
