import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestMoves, type Move, moves } from '../../../../engine/verify/word-moves.ts';

/** The same by the table of all distances. */
function expectedMoves(claimed: readonly number[], stored: readonly number[]) {
  const table = [stored.map(() => 0).concat(0)];
  for (const [row, word] of claimed.entries()) {
    const above = table[row] ?? [];
    const own = [row + 1];
    for (const [column, other] of stored.entries()) {
      const both = (above[column] ?? 0) + (word === other ? 0 : 1);
      own.push(Math.min(both, (above[column + 1] ?? 0) + 1, (own[column] ?? 0) + 1));
    }
    table.push(own);
  }
  const last = table.at(-1) ?? [];
  const end = last.lastIndexOf(Math.min(...last));
  const backwards: Move[] = [];
  for (let [row, column] = [claimed.length, end]; row > 0; ) {
    const distance = table[row]?.[column] ?? 0;
    const isSame = claimed[row - 1] === stored[column - 1];
    const both = (table[row - 1]?.[column - 1] ?? Number.NaN) + (isSame ? 0 : 1);
    const move =
      column > 0 && distance === both
        ? moves.both
        : column === 0 || distance === (table[row - 1]?.[column] ?? 0) + 1
          ? moves.claimed
          : moves.stored;
    backwards.push(move);
    if (move !== moves.stored) row -= 1;
    if (move !== moves.claimed) column -= 1;
  }
  return { backwards, end };
}

/** Words, and the same words with some changed, among others. */
const alike = fc
  .tuple(
    fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 40, maxLength: 120 }),
    fc.array(fc.tuple(fc.nat(119), fc.integer({ min: -1, max: 40 })), { maxLength: 12 }),
    fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }),
  )
  .map(([claimed, changes, around]) => {
    const changed = new Map(changes);
    const copy = claimed.flatMap((word, at) => {
      const other = changed.get(at);
      return other === undefined ? [word] : other < 0 ? [] : [word, other];
    });
    return [claimed, [...around, ...copy, ...around.slice(0, 9)]] as const;
  });

const words = (most: number, kinds: number) =>
  fc.array(fc.integer({ min: 0, max: kinds }), { minLength: 1, maxLength: most });

describe('the moves with the fewest changes are those of the table of all distances', () => {
  it('with words that are nearly the same', () => {
    fc.assert(
      fc.property(alike, ([claimed, stored]) => {
        const found = fewestMoves(Int32Array.from(claimed), Int32Array.from(stored));
        expect(found).toEqual(expectedMoves(claimed, stored));
      }),
    );
  });

  it.each([
    ['few words of few kinds', 40, 3],
    ['more words than a number has bits', 150, 12],
    ['more columns than are stored at once', 400, 40],
  ])('with %s', (_, most, kinds) => {
    fc.assert(
      fc.property(words(most, kinds), words(most, kinds), (claimed, stored) => {
        const found = fewestMoves(Int32Array.from(claimed), Int32Array.from(stored));
        expect(found).toEqual(expectedMoves(claimed, stored));
      }),
      { numRuns: 60 },
    );
  });
});
