import type { Range } from '../model/source.ts';
import type { GivenCitation } from '../model/verification.ts';

/** Whether words are on the page that a citation names. `unchecked`: no page is named, or the source has no pages. */
export type PageFit = 'named' | 'other' | 'unchecked';

/** Compares the page that a citation names with the ranges that contain the words. */
export function pageFit({ page, endPage }: GivenCitation, ranges: readonly Range[]): PageFit {
  if (page === undefined) return 'unchecked';
  const [only] = ranges;
  if (typeof page === 'number' && ranges.length === 1 && only?.locator.kind === 'page')
    return page <= only.locator.page && only.locator.page <= (endPage ?? page) ? 'named' : 'other';
  const pages = ranges.flatMap(({ locator }) => pageOf(locator) ?? []);
  if (pages.length === 0) return 'unchecked';
  const wanted = pageNumber(page, pages);
  const fits = pages.some(({ number, label }) =>
    wanted === null ? isLabel(label, page, endPage) : wanted <= number && number <= (endPage ?? wanted),
  );
  return fits ? 'named' : 'other';
}

/** Whether the number that a page shows is the named one, or in the named range. */
function isLabel(label: string | undefined, page: number | string, endPage: number | undefined): boolean {
  const [own, first] = [label?.trim().toLowerCase(), String(page).trim().toLowerCase()];
  if (own === undefined || own === first) return own !== undefined;
  if (endPage === undefined || !/^\d{1,9}$/.test(first) || !/^\d{1,9}$/.test(own)) return false;
  return Number(first) <= Number(own) && Number(own) <= endPage;
}

type Page = { number: number; label?: string };

function pageOf(locator: Range['locator']): Page | null {
  if (locator.kind === 'slide') return { number: locator.slide };
  if (locator.kind !== 'page') return null;
  const { page, pageLabel } = locator;
  return { number: page, ...(pageLabel !== undefined && { label: pageLabel }) };
}

/** The position in the file of the named page; null if the page is named by the number that it shows. */
function pageNumber(page: number | string, pages: readonly Page[]): number | null {
  if (typeof page === 'number') return page;
  if (pages.some(({ label }) => label !== undefined)) return null;
  return /^\d{1,9}$/.test(page.trim()) ? Number(page) : null;
}

/**
 * Whether a part that was not read, such as "page 3", can be a page that a citation names. `ranges` are what was read of
 * the source: they show which page has which number. A part without a number can be anywhere.
 */
export function canBeNamed(
  { page, endPage }: GivenCitation,
  where: string,
  ranges: readonly Range[],
): boolean {
  const own = /^(?:page|slide) (\d+)$/.exec(where)?.[1];
  if (page === undefined || own === undefined) return page === undefined;
  const pages = ranges.flatMap(({ locator }) => pageOf(locator) ?? []);
  const first = typeof page === 'number' ? page : pageNumber(page, pages);
  if (first !== null) return first <= Number(own) && Number(own) <= (endPage ?? first);
  const known = pages.filter(({ label }) => isLabel(label, page, endPage));
  if (known.some(({ number }) => number === Number(own))) return true;
  if (known.length > 0 && endPage === undefined) return false;
  return !pages.some((one) => one.number === Number(own) && one.label !== undefined);
}
