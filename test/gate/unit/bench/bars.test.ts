import { expect, it } from 'vitest';
import { type Bar, regressions } from '../../../../tools/bench/bars.ts';

const bar = (fields: Partial<Bar>): Bar => ({
  name: 'speed',
  unit: '',
  better: 'higher',
  bar: 1,
  goal: 2,
  recorded: 1,
  ...fields,
});

it('a figure that is worse than the recorded one by more than a fifth is reported, in either direction', () => {
  const higher = (value: number) => regressions([{ name: 'speed', value }], [bar({})]);
  expect([higher(0.81), higher(0.79)]).toEqual([[], ['speed: 0.79, recorded 1']]);
  const lower = (value: number) =>
    regressions([{ name: 'speed', value }], [bar({ better: 'lower', unit: 's' })]);
  expect([lower(1.24), lower(1.26)]).toEqual([[], ['speed: 1.26 s, recorded 1']]);
  expect(regressions([{ name: 'speed', value: 0.1 }], [bar({ recorded: null })])).toEqual([]);
});
