import { describe, expect, it } from 'vitest';
import { unitsAsRead } from '../../../../engine/load/pdf/boxes/place-page.ts';

/**
 * For each code unit of the stored text, the code unit of the read text that it came from; `_` for an inserted unit;
 * null if the two texts cannot be matched.
 */
function asRead(stored: string, read: string): string | null {
  const units = unitsAsRead(stored, read);
  return units && [...units].map((unit) => (unit < 0 ? '_' : read.charAt(unit))).join('');
}

describe('the code units of a stored page', () => {
  it('are matched one to one with those that were read if no word was broken', () => {
    expect(asRead('two words\n', 'two words\n')).toBe('two words\n');
  });

  it.each([
    ['a hyphen that was kept', 'long-term', 'long\ufffeterm', 'long\ufffeterm'],
    ['a removed hyphen at the end of a line', 'information', 'informa\ufffetion', 'information'],
    ['a restored letter', 'affected', 'af\uffffected', 'af_ected'],
    ['a restored letter at the end of a word', 'off the', 'of\uffffthe', 'of__the'],
    ['a gap without a lost letter', 'of the', 'of\uffffthe', 'of_the'],
  ])('are matched with those that were read even if there is %s', (_, stored, read, expected) => {
    expect(asRead(stored, read)).toBe(expected);
  });

  it.each([
    ['different words', 'two wards', 'two words'],
    ['missing words', 'two', 'two words'],
    ['additional words', 'two words more', 'two words'],
    ['two hyphens, either of which could be the kept one', 'a-b', 'a\ufffe-b'],
  ])('are not matched with those that were read if there are %s', (_, stored, read) => {
    expect(asRead(stored, read)).toBeNull();
  });
});
