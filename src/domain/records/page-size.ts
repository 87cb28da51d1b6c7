import { AppError } from '../errors.ts';

/** The number of leading records that fit into `most`, at least one. Without `most`, all of them. */
export function countWithin(sizes: readonly number[], most = Number.POSITIVE_INFINITY): number {
  let sum = 0;
  const over = sizes.findIndex((size, at) => {
    sum += size;
    return sum > most && at > 0;
  });
  return over < 0 ? sizes.length : over;
}

/**
 * Throws `page_too_large` for a page whose records do not all fit into `most`. A numbered page is never shortened,
 * because the next page would start after the omitted records.
 */
export function requireWithin(sizes: readonly number[], most?: number): void {
  const fit = countWithin(sizes, most);
  if (fit === sizes.length) return;
  throw new AppError(
    'page_too_large',
    `the ${sizes.length} records of this page have more than ${most} bytes; ask for a pageSize of ${fit}`,
  );
}
