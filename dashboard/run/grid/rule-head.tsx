import type { CSSProperties } from 'react';
import type { Finding } from '../../service/service.ts';
import type { GridSearch } from './grid-search.ts';

/** The rule by whose answers the files are sorted, and the direction; undefined if they are not sorted. */
export type Sorting = { sort: string | undefined; order: 'descending' | undefined };

type RuleHeadProps = {
  rule: Finding['rule'];
  column: number;
  style: CSSProperties;
  search: GridSearch;
  onSort: (sorting: Sorting) => void;
};

/** The head of a column. A click sorts the files by their answers to the rule, then the other way round, then not. */
export function RuleHead({ rule: { key, name, description }, column, style, search, onSort }: RuleHeadProps) {
  const direction = search.sort !== key ? 'none' : (search.order ?? 'ascending');
  const next: Record<typeof direction, Sorting> = {
    none: { sort: key, order: undefined },
    ascending: { sort: key, order: 'descending' },
    descending: { sort: undefined, order: undefined },
  };
  return (
    <th scope="col" aria-colindex={column} aria-sort={direction} title={description} style={style}>
      <button type="button" className="grid-sort" onClick={() => onSort(next[direction])}>
        <span className="grid-rule">{name}</span>
        <span aria-hidden="true">{direction === 'none' ? '↕' : direction === 'ascending' ? '↑' : '↓'}</span>
      </button>
    </th>
  );
}
