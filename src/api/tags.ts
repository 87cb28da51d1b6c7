import type { Expected } from '../services/records/expected.ts';

/**
 * Returns the `ETag` of a response. `revision` identifies the version of the record and of everything else in the
 * response.
 */
export function tagOf(revision: number | string): string {
  return `"${revision}"`;
}

/**
 * Returns the entity tags in `If-Match`, or `*`; `none` for `If-None-Match: *`; null if there is neither. Weak and invalid tags are left out,
 * because they match no record (RFC 9110, 13.1.1).
 */
export function expectedBy(ifMatch: string | null, ifNoneMatch: string | null): Expected | null {
  if (ifMatch === null) return ifNoneMatch?.trim() === '*' ? 'none' : null;
  if (ifMatch.trim() === '*') return '*';
  return ifMatch.split(',').flatMap((tag) => /^\s*"([^"]*)"\s*$/.exec(tag)?.[1] ?? []);
}
