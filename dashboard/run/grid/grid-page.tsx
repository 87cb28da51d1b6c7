import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, useCallback, useMemo, useRef } from 'react';
import { currentAnswer } from '../../../src/services/report/current-answer.ts';
import { labelSign } from '../../../src/services/report/words.ts';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { Problem } from '../../parts/notice.tsx';
import { usePage, useTitle } from '../../parts/page/page-context.ts';
import { hasEnded } from '../../parts/words.ts';
import { useProgress } from '../../projects/use-progress.ts';
import { queries } from '../../service/queries.ts';
import type { Finding } from '../../service/service.ts';
import { RunViews } from '../run-views.tsx';
import { verdictOf } from '../verdict.ts';
import { type Grid, gridOf, type Line, valueText } from './grid.ts';
import { type GridSearch, gridSearch } from './grid-search.ts';

/** A table of the files and rules of a run, with an answer in each cell. */
export function GridPage() {
  const { projectId, runId } = useParams({ from: '/projects/$projectId/runs/$runId/grid' });
  const { service } = usePage();
  const project = useQuery(queries.project(service, projectId));
  const run = useQuery(queries.run(service, projectId, runId));
  const findings = useQuery(queries.findings(service, projectId, runId));
  useProgress(projectId, run.data !== undefined && !hasEnded(run.data));
  const search = useSearch({ from: '/projects/$projectId/runs/$runId/grid' });
  const navigate = useNavigate();
  // Back leads to the order and the columns before; typed words are no steps of their own.
  const change = useCallback(
    (changed: Record<string, string | undefined>, isStep: boolean) =>
      void navigate({
        to: '/projects/$projectId/runs/$runId/grid',
        params: { projectId, runId },
        search: (before) => gridSearch({ ...before, ...changed }),
        replace: !isStep,
        resetScroll: false,
      }),
    [navigate, projectId, runId],
  );
  const fields = useMemo(
    () =>
      searches.map((field) => ({
        ...field,
        onChange: (words: string) => change({ [field.name]: words }, false),
      })),
    [change],
  );
  const grid = useMemo(() => gridOf(findings.data ?? [], search), [findings.data, search]);
  const error = project.error ?? run.error ?? findings.error;
  useTitle(project.data ? `Grid: ${project.data.name}` : null);
  return (
    <div className="run stack">
      <h1 tabIndex={-1}>{project.data?.name ?? 'Files and rules'}</h1>
      <RunViews projectId={projectId} runId={runId} />
      <Problem of={error} isWaiting={findings.data === undefined} />
      <div className="grid-filters">
        {fields.map(({ name, label, onChange }) => (
          <SearchField key={name} label={label} value={search[name] ?? ''} onChange={onChange} />
        ))}
        <select
          className="input"
          aria-label="Columns"
          value={grid.columnsAre}
          onChange={({ target }) =>
            change({ columns: target.value, sort: undefined, order: undefined }, true)
          }
        >
          <option value="rules">Rules as columns ({grid.totals.rules})</option>
          <option value="files">Files as columns ({grid.totals.files})</option>
        </select>
      </div>
      {findings.data === undefined ? null : (
        <GridTable
          key={grid.columnsAre}
          grid={grid}
          search={search}
          onSort={(sorting) => change(sorting, true)}
          projectId={projectId}
          runId={runId}
        />
      )}
    </div>
  );
}

const searches = [
  { name: 'files', label: 'Search files' },
  { name: 'rules', label: 'Search rules' },
  { name: 'answers', label: 'Search answers and values' },
] as const;

/** The sizes of the grid, in pixels. All rows have the same height, and all columns the same width. */
const rowHeight = 66;
const columnWidth = 208;
const headHeight = 72;
const wideHead = 224;
const narrowHead = 128;

type GridTableProps = {
  grid: Grid;
  search: GridSearch;
  onSort: (sorting: Sorting) => void;
  projectId: string;
  runId: string;
};

/**
 * Only the cells in view are rendered, so that 20,000 cells scroll smoothly. The headings of rows and columns stay in
 * view.
 */
function GridTable({ grid, search, onSort, projectId, runId }: GridTableProps) {
  const { columnsAre, columns: heads, rows: lines, cell } = grid;
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const headWidth = window.innerWidth < 640 ? narrowHead : wideHead;
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    overscan: 2,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: heads.length,
    getScrollElement: () => box.current,
    estimateSize: () => columnWidth,
    scrollMargin: headWidth,
    overscan: 1,
  });
  const open = useCallback(
    (finding: Finding) =>
      void navigate({
        to: '/projects/$projectId/runs/$runId',
        params: { projectId, runId },
        search: { finding: finding.id },
      }),
    [navigate, projectId, runId],
  );
  const width = headWidth + columns.getTotalSize();
  const shown = columns.getVirtualItems();
  if (lines.length === 0 || heads.length === 0) return <p className="soft">No file or rule matches.</p>;
  return (
    <div ref={box} className="grid box" data-scroll-restoration-id="grid">
      <table
        aria-rowcount={lines.length + 1}
        aria-colcount={heads.length + 1}
        style={{ width, height: headHeight + rows.getTotalSize() }}
      >
        <thead>
          <tr style={{ width, height: headHeight }}>
            <th scope="col" className="grid-corner" style={{ width: headWidth, height: headHeight }}>
              {columnsAre === 'rules' ? 'File' : 'Rule'}
            </th>
            {shown.map(({ index, start, key }) => {
              const line = heads[index];
              return line === undefined ? null : (
                <ColumnHead
                  key={key}
                  line={line}
                  column={index + 2}
                  style={{ left: start, width: columnWidth, height: headHeight }}
                  search={search}
                  onSort={onSort}
                />
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.getVirtualItems().map((row) => {
            const line = lines[row.index];
            if (line === undefined) return null;
            return (
              <tr
                key={row.key}
                aria-rowindex={row.index + 2}
                style={{ width, height: rowHeight, transform: `translateY(${row.start}px)` }}
              >
                <th scope="row" style={{ width: headWidth, height: rowHeight }} title={line.about}>
                  <span className="grid-name clamped">{line.name}</span>
                </th>
                {shown.map(({ index, start, key }) => {
                  const head = heads[index];
                  const finding = head && cell(line, head);
                  return (
                    <td
                      key={key}
                      aria-colindex={index + 2}
                      style={{ left: start, width: columnWidth, height: rowHeight }}
                    >
                      {finding ? <Cell finding={finding} onOpen={open} /> : '–'}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = { finding: Finding; onOpen: (finding: Finding) => void };

/** A cell that stays in view is not rendered again: scrolling renders only the cells that come into view. */
const Cell = memo(function Cell({ finding, onOpen }: CellProps) {
  const { words, icon, tone, certainty } = verdictOf(finding);
  const { icon: labelIcon, word } = labelSign(currentAnswer(finding));
  const value = valueText(finding);
  return (
    <button
      type="button"
      className="grid-cell as-text"
      aria-label={`${value === null ? '' : `${value}, `}${words}, ${word}`}
      title={value === null ? finding.statement : `${value}\n${finding.statement}`}
      onClick={() => onOpen(finding)}
    >
      <span aria-hidden="true">{labelIcon}</span>
      <span className={`verdict verdict-${certainty} verdict-${tone}`}>
        <span aria-hidden="true">{icon}</span> {value ?? (certainty === 'absent' ? word : words)}
      </span>
    </button>
  );
});

/** The column by whose answers the rows are sorted, and the direction; undefined if they are not sorted. */
type Sorting = { sort: string | undefined; order: 'descending' | undefined };

type ColumnHeadProps = {
  line: Line;
  column: number;
  style: CSSProperties;
  search: GridSearch;
  onSort: (sorting: Sorting) => void;
};

/** The head of a column. A click sorts the rows by their answers in it, then the other way round, then not. */
function ColumnHead({ line: { key, name, about }, column, style, search, onSort }: ColumnHeadProps) {
  const direction = search.sort !== key ? 'none' : (search.order ?? 'ascending');
  const next: Record<typeof direction, Sorting> = {
    none: { sort: key, order: undefined },
    ascending: { sort: key, order: 'descending' },
    descending: { sort: undefined, order: undefined },
  };
  return (
    <th scope="col" aria-colindex={column} aria-sort={direction} title={about} style={style}>
      <button type="button" className="grid-sort as-text" onClick={() => onSort(next[direction])}>
        <span className="grid-name clamped">{name}</span>
        <span aria-hidden="true">{direction === 'none' ? '↕' : direction === 'ascending' ? '↑' : '↓'}</span>
      </button>
    </th>
  );
}
