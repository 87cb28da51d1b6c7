import { AppError } from './errors.ts';

/** How many records, from the first, fit into `most`; the first one always does. Without `most`, all of them. */
export function countWithin(sizes: readonly number[], most = Number.POSITIVE_INFINITY): number {
  let sum = 0;
  const over = sizes.findIndex((size, at) => {
    sum += size;
    return sum > most && at > 0;
  });
  return over < 0 ? sizes.length : over;
}

/**
 * Throws `page_too_large` for a page of records that do not all fit into `most`. A page by number is never shortened: the
 * page after it would begin behind the records that were left out.
 */
export function requireWithin(sizes: readonly number[], most?: number): void {
  const fit = countWithin(sizes, most);
  if (fit === sizes.length) return;
  throw new AppError(
    'page_too_large',
    `the ${sizes.length} records of this page hold more than ${most} characters; ask for a pageSize of ${fit}`,
  );
}
