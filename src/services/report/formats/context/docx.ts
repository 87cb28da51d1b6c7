import { BorderStyle, type FileChild, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx';
import type { Context, GridRow, MarkedText } from '../../report.ts';
import { xmlSafe } from '../xml-text.ts';
import { columnShares } from './column-shares.ts';

/** The look of marked words. */
export const markedLook = { bold: true, shading: { fill: 'FFF0A8' } };

/** The width of the numbers of rows, in percent of the table. */
const numberWidth = 6;
const small = 18;
const line = { style: BorderStyle.SINGLE, size: 4, color: 'D5D9E0' };
const cited = { style: BorderStyle.SINGLE, size: 12, color: '7A4B00' };

/** The text around a quote as paragraphs, or the cells around it as a table. */
export function contextParagraphs(context: Context): FileChild[] {
  if (context.kind === 'passage')
    return context.lines.map(
      (one) => new Paragraph({ style: 'Context', keepNext: true, children: runs(one) }),
    );
  const { sheet, columns, rows } = context;
  const widths = [
    numberWidth,
    ...columnShares(columns.length, rows).map((share) => share * (100 - numberWidth)),
  ];
  return [
    new Paragraph({ style: 'Context', keepNext: true, children: [run({ text: sheet, marked: false })] }),
    new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: [
        tableRow(['', ...columns].map(plain), widths),
        ...rows.map(({ number, cells }: GridRow) => tableRow([plain(String(number)), ...cells], widths)),
      ],
    }),
  ];
}

type Cell = readonly MarkedText[];

function tableRow(cells: readonly Cell[], widths: readonly number[]): TableRow {
  return new TableRow({
    cantSplit: true,
    children: cells.map((cell, at) => tableCell(cell, widths[at] ?? 0)),
  });
}

function tableCell(cell: Cell, width: number): TableCell {
  const border = cell.some(({ marked }) => marked) ? cited : line;
  return new TableCell({
    width: { size: width, type: WidthType.PERCENTAGE },
    borders: { top: border, bottom: border, left: border, right: border },
    children: [new Paragraph({ keepNext: true, children: runs(cell) })],
  });
}

function plain(text: string): Cell {
  return text === '' ? [] : [{ text, marked: false }];
}

function runs(pieces: Cell): TextRun[] {
  return pieces.map(run);
}

function run({ text, marked }: MarkedText): TextRun {
  return new TextRun({ text: xmlSafe(text), size: small, ...(marked && markedLook) });
}
