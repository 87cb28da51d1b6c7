import { AppError } from '../errors.ts';

/**
 * The number of records, from the first, whose sizes together are at most `most`. The first record always counts.
 * Without `most`, all records count.
 */
export function countWithin(sizes: readonly number[], most = Number.POSITIVE_INFINITY): number {
  let sum = 0;
  const over = sizes.findIndex((size, at) => {
    sum += size;
    return sum > most && at > 0;
  });
  return over < 0 ? sizes.length : over;
}

/**
 * Throws `page_too_large` if the records of a page are larger than `most` together. A numbered page is never shortened,
 * because the next page would not contain the omitted records.
 */
export function requireWithin(sizes: readonly number[], most?: number): void {
  const fit = countWithin(sizes, most);
  if (fit === sizes.length) return;
  throw new AppError(
    'page_too_large',
    `the ${sizes.length} records of this page have more than ${most} bytes; ask for a pageSize of ${fit}`,
  );
}
