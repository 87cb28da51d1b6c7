import type { Citation, Finding } from '../service/service.ts';

/**
 * A quote that a finding shows: `cited` is evidence of the answer, `toRead` is a passage that may settle a finding without
 * an outcome, `basis` is from a knowledge file, and `nearest` is the
 * most similar passage if nothing was found. `index` is the index of the citation in its list of the finding.
 */
export type Place = {
  kind: 'cited' | 'toRead' | 'basis' | 'nearest';
  citation: Citation;
  findingId: string;
  index: number;
  why?: string;
};

/**
 * The quotes of a finding in the order in which the user steps through them. The nearest passages are included only if
 * nothing is cited.
 */
export function placesOf({ id: findingId, outcome, citations, basis, search }: Finding): Place[] {
  const nearest = citations.length > 0 ? [] : search.nearest;
  return [
    ...citations.map((citation, index) => {
      // A passage can limit only an answer, so without an outcome none does.
      const isOpen = outcome === 'undetermined' && citation.stance === 'qualifies';
      return { kind: isOpen ? ('toRead' as const) : ('cited' as const), citation, findingId, index };
    }),
    ...basis.map((citation, index) => ({ kind: 'basis' as const, citation, findingId, index })),
    ...nearest.map(({ citation, why }, index) => ({
      ...{ kind: 'nearest' as const, citation, findingId, index, why },
    })),
  ];
}

/** How a quote is marked: by what it says about the answer, and by whether it is the selected quote. */
export function markOf(place: Place, chosen?: Place): string {
  const { kind, citation } = place;
  return `${kind === 'cited' ? citation.stance : kind}${place === chosen ? ' chosen' : ''}`;
}

/** The list of the finding that contains the quote, as the API names it. */
export function listOf({ kind }: Place): 'citations' | 'basis' | 'nearest' {
  return kind === 'cited' || kind === 'toRead' ? 'citations' : kind;
}
