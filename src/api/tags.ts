import type { Expected } from '../services/expected.ts';

/** The `ETag` of a record: its version, and what else a view of it depends on. */
export function tagOf(revision: number | string): string {
  return `"${revision}"`;
}

/**
 * What `If-Match` expects of a record: one of the versions its tags begin with. A tag of ours that was not read
 * from this service matches nothing; `*` expects no more than that there is a record.
 */
export function expectedBy(ifMatch: string | null): { expected?: Expected } {
  if (ifMatch === null || ifMatch.trim() === '*') return {};
  const versions = ifMatch.split(',').flatMap((tag) => {
    const [, version] = /^\s*"(\d{1,15})(?:\.[^"]*)?"\s*$/.exec(tag) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
  return { expected: { versions } };
}
