import type { CSSProperties } from 'react';
import type { Line } from './grid.ts';
import type { GridSearch } from './grid-search.ts';

/** The column by whose answers the rows are sorted, and the direction; undefined if they are not sorted. */
export type Sorting = { sort: string | undefined; order: 'descending' | undefined };

type ColumnHeadProps = {
  line: Line;
  column: number;
  style: CSSProperties;
  search: GridSearch;
  onSort: (sorting: Sorting) => void;
};

/** The head of a column. A click sorts the rows by their answers in it, then the other way round, then not. */
export function ColumnHead({ line: { key, name, about }, column, style, search, onSort }: ColumnHeadProps) {
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
