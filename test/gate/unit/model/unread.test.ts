import { describe, expect, it } from 'vitest';
import { countUnreadPages, mostPlaces, unreadPlaces } from '../../../../engine/model/wording/unread.ts';

const scanned = (page: number) => ({ where: `page ${page}`, reason: 'scanned page' });
const cutOff = { where: 'after the last page', reason: 'the file is cut off' };

describe('the list of unread parts of a file', () => {
  it('has one entry for adjacent pages with the same reason, and contains every page exactly once', () => {
    const damaged = { where: 'page 5', reason: 'damaged page' };
    const pages = [scanned(2), scanned(3), scanned(4), damaged, scanned(7), cutOff];
    expect(unreadPlaces(pages)).toEqual([
      { where: 'pages 2 to 4', reason: 'scanned page' },
      damaged,
      scanned(7),
      cutOff,
    ]);
  });

  it('has a limited number of entries, and counts the entries that are left out', () => {
    const places = Array.from({ length: 5_000 }, (_, at) => ({ where: `${at}.txt`, reason: 'too large' }));
    const listed = unreadPlaces(places);
    expect(listed).toHaveLength(mostPlaces);
    expect(listed.at(-1)).toEqual({ where: '4901 more places', reason: 'not listed' });
  });

  it('does not count entries other than pages as unread pages', () => {
    expect(countUnreadPages([scanned(2), scanned(3), cutOff])).toBe(2);
  });
});
