import type { Citation, Finding } from '../service/service.ts';

/** A place that a finding leads to: what it rests on, what a knowledge file says, or what came nearest. */
export type Place = { kind: 'cited' | 'basis' | 'nearest'; citation: Citation; why?: string };

/** The places of a finding in the order of stepping through them; what came nearest only where nothing is cited. */
export function placesOf({ citations, basis, search }: Finding): Place[] {
  const nearest = citations.length > 0 ? [] : search.nearest;
  return [
    ...citations.map((citation) => ({ kind: 'cited' as const, citation })),
    ...basis.map((citation) => ({ kind: 'basis' as const, citation })),
    ...nearest.map(({ citation, why }) => ({ kind: 'nearest' as const, citation, why })),
  ];
}
