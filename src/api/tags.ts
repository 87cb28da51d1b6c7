import type { Expected } from '../services/records/expected.ts';

/**
 * The `ETag` of a response. `revision` is the version of the record, together with anything else that the response
 * depends on.
 */
export function tagOf(revision: number | string): string {
  return `"${revision}"`;
}

/**
 * The version that `If-Match` expects, or null if the header is absent. A weak tag or an invalid one matches nothing
 * (RFC 9110, 13.1.1).
 */
export function expectedBy(ifMatch: string | null): Expected | null {
  if (ifMatch === null) return null;
  if (ifMatch.trim() === '*') return '*';
  return ifMatch.split(',').flatMap((tag) => /^\s*"([^"]*)"\s*$/.exec(tag)?.[1] ?? []);
}
