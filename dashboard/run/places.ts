import type { Citation, Finding } from '../service/service.ts';

/** A place that a finding leads to: what it rests on, what a knowledge file says, or what came nearest. */
export type Place = { kind: 'cited' | 'basis' | 'nearest'; citation: Citation; why?: string };

/** The places of a finding in the order of stepping through them. */
export function placesOf({ citations, basis, search }: Finding): Place[] {
  return [
    ...citations.map((citation) => ({ kind: 'cited' as const, citation })),
    ...basis.map((citation) => ({ kind: 'basis' as const, citation })),
    ...search.nearest.map(({ citation, why }) => ({ kind: 'nearest' as const, citation, why })),
  ];
}
