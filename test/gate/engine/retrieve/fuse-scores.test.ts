import { describe, expect, it } from 'vitest';
import { fuseScores } from '../../../../engine/retrieve/dense/meaning-search.ts';
import { source } from '../../../support/sources.ts';

describe('the ranking that combines a search by words with a search by meaning', () => {
  const of = source(['One page. Another. A third.']);
  const passageAt = (start: number) => ({
    id: `P${start}`,
    source: of,
    start,
    end: start + 1,
    headingPath: [],
    sentences: [],
  });
  const [one, two, three] = [passageAt(0), passageAt(10), passageAt(20)];
  const byWords = [
    { passage: one, score: 12 },
    { passage: two, score: 9 },
  ];
  const byMeaning = [
    { passage: three, score: 0.7 },
    { passage: two, score: 0.6 },
    { passage: one, score: 0.2 },
  ];
  const order = (share: number) => fuseScores(byWords, byMeaning, share).map(({ passage }) => passage);

  it('is the search by words for a share of 0, and the search by meaning for a share of 1', () => {
    expect(order(0).slice(0, 2)).toEqual([one, two]);
    expect(order(1)).toEqual([three, two, one]);
  });

  it('starts with the passages that both searches find, and includes those that only one finds', () => {
    expect(order(0.6)).toEqual([two, three, one]);
  });

  it('is that of one search if the other finds nothing or all scores of the other are equal', () => {
    expect(fuseScores([], byMeaning, 0.5).map(({ passage }) => passage)).toEqual([three, two, one]);
    const alike = byMeaning.map(({ passage }) => ({ passage, score: 0.5 }));
    expect(fuseScores(byWords, alike, 0.5).map(({ passage }) => passage)).toEqual([one, two, three]);
    expect(fuseScores([], [], 0.5)).toEqual([]);
  });
});
