import { describe, expect, it } from 'vitest';
import { unitsAsRead } from '../../../engine/load/pdf/boxes/as-read.ts';

/** For each code unit of the stored text, the unit that was read there; `_` for inserted units. */
function asRead(stored: string, read: string): string | null {
  const units = unitsAsRead(stored, read);
  return units && [...units].map((unit) => (unit < 0 ? '_' : read.charAt(unit))).join('');
}

describe('a stored page is mapped to the page as it was read', () => {
  it('unit by unit if no word was broken', () => {
    expect(asRead('two words\n', 'two words\n')).toBe('two words\n');
  });

  it.each([
    ['a hyphen that stayed', 'long-term', 'long\ufffeterm', 'long\ufffeterm'],
    ['a hyphen that divided its word', 'information', 'informa\ufffetion', 'information'],
    ['a lost letter', 'affected', 'af\uffffected', 'af_ected'],
    ['a lost letter at the end of a word', 'off the', 'of\uffffthe', 'of__the'],
    ['a gap that was one', 'of the', 'of\uffffthe', 'of_the'],
  ])('even past %s', (_, stored, read, expected) => {
    expect(asRead(stored, read)).toBe(expected);
  });

  it.each([
    ['other words', 'two wards', 'two words'],
    ['words that are missing', 'two', 'two words'],
    ['words too many', 'two words more', 'two words'],
    ['hyphens of which either may have stayed', 'a-b', 'a\ufffe-b'],
  ])('or not at all if there are %s', (_, stored, read) => {
    expect(asRead(stored, read)).toBeNull();
  });
});
