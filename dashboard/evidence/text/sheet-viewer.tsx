import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { sharedSpans } from '../../../src/services/report/decisive.ts';
import { Button } from '../../parts/controls/button.tsx';
import type { TextPart } from '../../service/service.ts';
import type { Place } from '../places.ts';
import type { LoadedText } from './cited-text.ts';
import { MarkedText } from './marked-text.tsx';
import { type Mark, marksIn } from './marks.ts';
import { QuoteBar } from './quote-bar.tsx';
import { type Cell, columnName, type Row, sheetRows, tableRows } from './sheet-rows.ts';

type SheetViewerProps = { text: LoadedText; place: Place; places: readonly Place[] };

/** The estimated height of a row, in pixels. */
const rowHeight = 34;
/** The maximum number of columns that are shown, half of them on either side of the cited cell. */
const mostColumns = 100;

/**
 * The cited sheet as a grid, scrolled to the deciding cell, with the words of the quotes marked. Only the rows in view
 * are in the document. A table in text form has no column letters.
 */
export function SheetViewer({ text, place, places }: SheetViewerProps) {
  const { part, onEarlier, onLater, isLoading } = text;
  const { locator } = place.citation;
  const { head, rows } = useMemo(() => tableOf(part, locator), [part, locator]);
  const marks = useMemo(() => marksIn(part, places, place), [part, places, place]);
  const box = useRef<HTMLElement>(null);
  const all = head === undefined ? rows : [head, ...rows];
  const cited = decidingCell(all, marks, place.rule);
  const columns = columnsOf(all, cited?.column ?? 1);
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.number ?? index,
    overscan: 5,
  });
  const citedRow = rows.findIndex((row) => cited !== undefined && row.cells.includes(cited));
  const citedColumn = cited?.column ?? 0;
  const toQuote = useCallback(() => {
    if (citedRow >= 0) shown.scrollToIndex(citedRow, { align: 'center' });
    scrollToColumn(box.current, citedColumn);
  }, [shown, citedRow, citedColumn]);
  useEffect(toQuote, [toQuote]);

  const isWorkbook = locator.kind === 'cell';
  const gridTemplateColumns = `4.5rem ${columns.map(({ width }) => `min(${width}ch, 100cqi - 5rem)`).join(' ')}`;
  return (
    <section ref={box} className="sheet-grid" aria-label="The cells of the sheet">
      <QuoteBar onBack={toQuote} />
      <MoreButton words="Show the rows before" busy={isLoading} onMore={onEarlier} />
      <table>
        <thead>
          <tr style={{ gridTemplateColumns }}>
            <th scope="col">{isWorkbook ? 'Row' : 'Line'}</th>
            {columns.map(({ number }) => (
              <th key={number} scope="col" data-column={number}>
                {isWorkbook ? columnName(number) : number}
              </th>
            ))}
          </tr>
          {head === undefined ? null : (
            <tr className="sheet-first" style={{ gridTemplateColumns }}>
              <SheetRow row={head} columns={columns} marks={marks} deciding={cited} />
            </tr>
          )}
        </thead>
        <tbody style={{ height: shown.getTotalSize() }}>
          {shown.getVirtualItems().map(({ index, key, start }) => (
            <tr
              key={key}
              ref={shown.measureElement}
              data-index={index}
              style={{ gridTemplateColumns, transform: `translateY(${start}px)` }}
            >
              <SheetRow row={rows[index]} columns={columns} marks={marks} deciding={cited} />
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton words="Show the rows after" busy={isLoading} onMore={onLater} />
    </section>
  );
}

type MoreButtonProps = { words: string; busy: boolean; onMore: (() => void) | null };

function MoreButton({ words, busy, onMore }: MoreButtonProps) {
  return onMore === null ? null : (
    <Button kind="quiet" busy={busy} onClick={onMore}>
      {words}
    </Button>
  );
}

/** The rows of the cited table, apart from its first row, which stays in view. */
function tableOf(part: TextPart, locator: Place['citation']['locator']): { head?: Row; rows: Row[] } {
  const rowsIn = (some: NonNullable<TextPart['firstRow']>) =>
    locator.kind === 'cell' ? sheetRows(some, locator.sheet) : tableRows(some);
  const rows = rowsIn(part);
  const [head] = part.firstRow === null ? [] : rowsIn(part.firstRow);
  return head === undefined ? { rows } : { head, rows: rows.filter(({ number }) => number !== head.number) };
}

type SheetRowProps = {
  row: Row | undefined;
  columns: readonly { number: number }[];
  marks: readonly Mark[];
  deciding: Cell | undefined;
};

/** The number of a row and its cells. */
function SheetRow({ row, columns, marks, deciding }: SheetRowProps) {
  if (row === undefined) return null;
  return (
    <>
      <th scope="row">{row.number}</th>
      {columns.map(({ number }) => (
        <SheetCell
          key={number}
          name={`${columnName(number)}${row.number}`}
          cells={row.cells.filter(({ column }) => column === number)}
          marks={marks}
          deciding={deciding}
        />
      ))}
    </>
  );
}

type SheetCellProps = { name: string; cells: readonly Cell[] } & Pick<SheetRowProps, 'marks' | 'deciding'>;

/** A cell, with the comments on it. */
function SheetCell({ name, cells, marks, deciding }: SheetCellProps) {
  const isCited = cells.some((cell) => isUnder(cell, marks));
  const isDeciding = cells.some((cell) => cell === deciding);
  return (
    <td
      data-cell={name}
      className={isCited ? 'sheet-cited' : undefined}
      aria-current={isDeciding || undefined}
    >
      {cells.map(({ start, text, remark }) => (
        <span key={start} className={remark === '' ? undefined : 'sheet-remark'}>
          {remark === '' ? null : `(${remark}) `}
          <MarkedText text={text} start={start} marks={marks} />
        </span>
      ))}
    </td>
  );
}

/** Whether words of the selected quote are in the cell. */
function isUnder({ start, text }: Cell, marks: readonly Mark[]): boolean {
  return marks.some(
    (mark) => mark.kind.endsWith(' chosen') && mark.start < start + text.length && mark.end > start,
  );
}

/** The cell of the selected quote that has the most words of the rule; a quote can go through a whole row. */
function decidingCell(rows: readonly Row[], marks: readonly Mark[], rule: string): Cell | undefined {
  const quoted = rows.flatMap(({ cells }) => cells).filter((cell) => isUnder(cell, marks));
  const shared = quoted.map(({ text }) =>
    sharedSpans(text, rule).reduce((sum, { start, end }) => sum + end - start, 0),
  );
  return quoted[shared.indexOf(Math.max(...shared))];
}

/** Scrolls the box sideways, so that a column is in the middle, or begins beside the numbers of the rows. */
function scrollToColumn(box: HTMLElement | null, column: number): void {
  const [rowHead, head] = [box?.querySelector('thead th'), box?.querySelector(`[data-column="${column}"]`)];
  if (!box || !rowHead || !head) return;
  const [{ width: taken }, { left, width }] = [rowHead.getBoundingClientRect(), head.getBoundingClientRect()];
  const before = Math.max((box.clientWidth - taken - width) / 2, 0);
  box.scrollLeft += left - box.getBoundingClientRect().left - taken - before;
}

/** The columns with words in the loaded rows, near the cited column, and their widths in characters. */
function columnsOf(rows: readonly Row[], cited: number): { number: number; width: number }[] {
  const widths = new Map<number, number>();
  for (const { column, text } of rows.flatMap(({ cells }) => cells)) {
    widths.set(column, Math.max(widths.get(column) ?? 0, text.length));
  }
  return [...widths]
    .filter(([number]) => Math.abs(number - cited) <= mostColumns / 2)
    .sort(([a], [b]) => a - b)
    .map(([number, longest]) => ({ number, width: Math.min(Math.max(longest, 6), 40) + 3 }));
}
