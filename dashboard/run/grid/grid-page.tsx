import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import { labelSign } from '../../../src/services/report/words.ts';
import { SearchField } from '../../parts/controls/search-field.tsx';
import { Problem } from '../../parts/notice.tsx';
import { usePage } from '../../parts/page/page-context.ts';
import { useTitle } from '../../parts/page/use-title.ts';
import { hasEnded } from '../../parts/words.ts';
import { useProgress } from '../../projects/use-progress.ts';
import { failureOf } from '../../service/failure.ts';
import { queries } from '../../service/queries.ts';
import type { Finding } from '../../service/service.ts';
import { BackToFindings } from '../back-to-findings.tsx';
import { verdictOf } from '../verdict.ts';
import { type Grid, gridOf } from './grid.ts';

/** A table of the files and rules of a run, with an answer in each cell. */
export function GridPage() {
  const { projectId, runId } = useParams({ from: '/projects/$projectId/runs/$runId/grid' });
  const { service } = usePage();
  const project = useQuery(queries.project(service, projectId));
  const run = useQuery(queries.run(service, projectId, runId));
  const findings = useQuery(queries.findings(service, projectId, runId));
  useProgress(projectId, run.data !== undefined && !hasEnded(run.data));
  const [files, setFiles] = useState('');
  const [rules, setRules] = useState('');
  const grid = useMemo(() => gridOf(findings.data ?? [], { files, rules }), [findings.data, files, rules]);
  const error = project.error ?? run.error ?? findings.error;
  useTitle(project.data ? `Grid: ${project.data.name}` : null);
  return (
    <div className="run">
      <h1 tabIndex={-1}>Files and rules</h1>
      <BackToFindings projectId={projectId} runId={runId} />
      <Problem>{error ? failureOf(error).text : null}</Problem>
      <div className="grid-filters">
        <SearchField label="Search files" value={files} onChange={setFiles} />
        <SearchField label="Search rules" value={rules} onChange={setRules} />
      </div>
      {findings.data === undefined ? null : <GridTable grid={grid} projectId={projectId} runId={runId} />}
    </div>
  );
}

/** The sizes of the grid, in pixels. All rows have the same height, and all columns the same width. */
const rowHeight = 44;
const columnWidth = 208;
const headHeight = 72;
const wideHead = 224;
const narrowHead = 128;

type GridTableProps = { grid: Grid; projectId: string; runId: string };

/**
 * Only the cells in view are rendered, so that 20,000 cells scroll smoothly. The headings of rows and columns stay in
 * view.
 */
function GridTable({ grid: { subjects, rules, cell }, projectId, runId }: GridTableProps) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const headWidth = window.innerWidth < 640 ? narrowHead : wideHead;
  const rows = useVirtualizer({
    count: subjects.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    scrollMargin: headHeight,
    overscan: 2,
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: rules.length,
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
  if (subjects.length === 0 || rules.length === 0) return <p className="soft">No file or rule matches.</p>;
  return (
    <div ref={box} className="grid">
      <table
        aria-rowcount={subjects.length + 1}
        aria-colcount={rules.length + 1}
        style={{ width, height: headHeight + rows.getTotalSize() }}
      >
        <thead>
          <tr style={{ width, height: headHeight }}>
            <th scope="col" className="grid-corner" style={{ width: headWidth, height: headHeight }}>
              File
            </th>
            {shown.map(({ index, start, key }) => (
              <th
                key={key}
                scope="col"
                aria-colindex={index + 2}
                title={rules[index]?.description}
                style={{ left: start, width: columnWidth, height: headHeight }}
              >
                <span className="grid-rule">{rules[index]?.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.getVirtualItems().map((row) => {
            const subject = subjects[row.index];
            if (subject === undefined) return null;
            return (
              <tr
                key={row.key}
                aria-rowindex={row.index + 2}
                style={{ width, height: rowHeight, transform: `translateY(${row.start}px)` }}
              >
                <th scope="row" style={{ width: headWidth, height: rowHeight }} title={subject.name}>
                  <span>{subject.name}</span>
                </th>
                {shown.map(({ index, start, key }) => {
                  const rule = rules[index];
                  const finding = rule && cell(subject.key, rule.key);
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
  const { icon: labelIcon, word } = labelSign(finding);
  const [value] = finding.values;
  const text = value === undefined ? words : `${value.value}${value.unit ? ` ${value.unit}` : ''}`;
  return (
    <button
      type="button"
      className="grid-cell"
      aria-label={`${words}, ${word}${value === undefined ? '' : `, ${text}`}`}
      title={finding.statement}
      onClick={() => onOpen(finding)}
    >
      <span aria-hidden="true">{labelIcon}</span>
      <span className={`verdict verdict-${certainty} verdict-${tone}`}>
        <span aria-hidden="true">{icon}</span> {text}
      </span>
    </button>
  );
});
