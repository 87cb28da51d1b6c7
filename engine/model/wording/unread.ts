import type { SourceText } from '../source.ts';
import { atMost } from './at-most.ts';

export type Unread = SourceText['unread'][number];

const onePage = /^page (\d+)$/;

/** How many pages of a source could not be read. Other unread parts, such as a truncated end, are not counted. */
export function countUnreadPages(unread: readonly Unread[]): number {
  return unread.filter(({ where }) => onePage.test(where)).length;
}

/** Maximum number of unread places that a finding or a warning lists, because every finding repeats them. */
export const mostPlaces = 100;

/**
 * The unread places. Neighbouring pages with the same reason are merged, so that a scan of 300 pages is one entry
 * instead of 300. There are at most `mostPlaces` entries; if there were more, the last entry has the number of the
 * omitted ones.
 */
export function unreadPlaces(unread: readonly Unread[]): Unread[] {
  const places: Unread[] = [];
  let run: { first: number; last: number; reason: string } | null = null;
  for (const one of unread) {
    const page = Number(onePage.exec(one.where)?.[1] ?? Number.NaN);
    if (run !== null && page === run.last + 1 && one.reason === run.reason) {
      run.last = page;
      places[places.length - 1] = { where: `pages ${run.first} to ${page}`, reason: run.reason };
      continue;
    }
    run = Number.isNaN(page) ? null : { first: page, last: page, reason: one.reason };
    places.push(one);
  }
  return atMost(places, mostPlaces, (count) => ({ where: `${count} more places`, reason: 'not listed' }));
}
