import type { Expected } from '../services/expected.ts';

/** The `ETag` of a record: its version, and what else a view of it depends on. */
export function tagOf(revision: number | string): string {
  return `"${revision}"`;
}

/** What `If-Match` expects, null when it is not sent. A weak tag, and what is not a tag, matches nothing (RFC 9110, 13.1.1). */
export function expectedBy(ifMatch: string | null): Expected | null {
  if (ifMatch === null) return null;
  if (ifMatch.trim() === '*') return '*';
  return ifMatch.split(',').flatMap((tag) => /^\s*"([^"]*)"\s*$/.exec(tag)?.[1] ?? []);
}
