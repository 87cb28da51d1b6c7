import fc from 'fast-check';
import { expect, it } from 'vitest';
import { occurrences } from '../../../../engine/verify/occurrences.ts';

it('finds a text at each of its positions, also where these overlap', () => {
  const letters = (most: number) =>
    fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: most }).map((all) => all.join(''));
  fc.assert(
    fc.property(letters(4), fc.integer({ min: 1, max: 60 }), letters(30), (period, times, rest) => {
      const wanted = period.repeat(times);
      const text = `${rest}${period.repeat(times + 5)}${rest}${wanted}`;
      const expected = [...text].flatMap((_, at) => (text.startsWith(wanted, at) ? [at] : []));
      expect([...occurrences(wanted, text)]).toEqual(expected);
    }),
  );
});
