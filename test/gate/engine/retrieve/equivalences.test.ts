import { describe, expect, it } from 'vitest';
import { english } from '../../../../engine/language/english.ts';
import { findEquivalences } from '../../../../engine/retrieve/query/equivalences.ts';

describe('different names that a text uses for the same thing', () => {
  const stated = 'A memorized secret, commonly referred to as a password, is kept by the subscriber.';

  it('are found even if they follow very long runs of spaces and words', () => {
    const filler = ' '.repeat(300_000) + 'also '.repeat(60_000);
    const found = findEquivalences(`${filler}. ${stated}`, english);
    expect(found).toEqual(findEquivalences(stated, english));
    expect(found).not.toEqual([]);
  });
});
