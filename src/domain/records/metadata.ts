import type { FieldProblem } from '../errors.ts';

/** Texts that a caller stores with a record, such as its own ids. Proviso returns them unchanged. */
export type Metadata = { [key: string]: string };

/** Keys have no dots and dollars, which the queries of some stores would interpret. */
export const metadataKeyPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
export const metadataKeyWords =
  'must have 1 to 40 letters, digits, hyphens and underscores, the first a letter or digit';
export const metadataValueCharacters = 500;

/** Returns the problem of metadata with more than `most` entries; an empty list if there is none. */
export function metadataProblems(metadata: Metadata | undefined, most: number): FieldProblem[] {
  const count = Object.keys(metadata ?? {}).length;
  if (count <= most) return [];
  return [{ path: 'metadata', message: `has ${count} entries: at most ${most} are allowed` }];
}

export function isEmpty(metadata: Metadata): boolean {
  return Object.keys(metadata).length === 0;
}
