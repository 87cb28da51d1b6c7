import type { Citation, Finding } from '../service/service.ts';

/**
 * A quote that a finding shows: `cited` supports the answer, `basis` is from a knowledge file, and `nearest` is the
 * most similar passage if nothing was found.
 */
export type Place = { kind: 'cited' | 'basis' | 'nearest'; citation: Citation; why?: string };

/**
 * The quotes of a finding in the order in which the user steps through them. The nearest passages are included only if
 * nothing is cited.
 */
export function placesOf({ citations, basis, search }: Finding): Place[] {
  const nearest = citations.length > 0 ? [] : search.nearest;
  return [
    ...citations.map((citation) => ({ kind: 'cited' as const, citation })),
    ...basis.map((citation) => ({ kind: 'basis' as const, citation })),
    ...nearest.map(({ citation, why }) => ({ kind: 'nearest' as const, citation, why })),
  ];
}
