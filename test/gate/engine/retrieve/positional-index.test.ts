import { describe, expect, it } from 'vitest';
import { PositionalIndex } from '../../../../engine/retrieve/index/positional-index.ts';
import { TermDictionary } from '../../../../engine/retrieve/index/term-dictionary.ts';

function rowsOf(...rows: string[]): PositionalIndex {
  const made = new PositionalIndex(new TermDictionary());
  for (const row of rows) made.add(row.split(' ').filter(Boolean));
  return made;
}

describe('a positional index', () => {
  const rows = rowsOf(
    'notice three month notice three month',
    '',
    'three month notice',
    'month three',
    'notice three',
  );
  const counted = (...terms: string[]) => [...rows.count(terms)];

  it('returns the rows that contain a term, in order, with the number of occurrences', () => {
    expect(counted('three')).toEqual([
      [0, 2],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
  });

  it('finds terms that are adjacent in this order, but not across the end of a row', () => {
    expect(counted('three', 'month')).toEqual([
      [0, 2],
      [2, 1],
    ]);
    expect(counted('month', 'notice')).toEqual([
      [0, 1],
      [2, 1],
    ]);
    expect(counted('notice', 'month')).toEqual([]);
  });

  it('finds nothing for an unknown term or for no terms', () => {
    expect(counted('rent')).toEqual([]);
    expect(counted('notice', 'rent')).toEqual([]);
    expect(counted()).toEqual([]);
  });

  it('accepts additional rows after a search', () => {
    const growing = rowsOf('notice');
    expect([...growing.count(['notice'])]).toEqual([[0, 1]]);
    growing.add(Array.from({ length: 1_000 }, () => 'notice'));
    growing.add(['rent']);
    expect([...growing.count(['notice'])]).toEqual([
      [0, 1],
      [1, 1_000],
    ]);
    expect([...growing.count(['rent'])]).toEqual([[2, 1]]);
  });
});
