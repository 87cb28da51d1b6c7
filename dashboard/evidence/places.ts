import { ruleText } from '../../src/services/report/decisive.ts';
import type { Citation, Finding } from '../service/service.ts';

/**
 * A quote that a finding shows: `cited` is evidence of the answer, `toRead` is a passage that may settle a finding without
 * an outcome, `basis` is from a knowledge file, and `nearest` is the most similar passage if nothing was found. `index` is
 * the index of the citation in its list of the finding, and `rule` the text of its rule.
 */
export type Place = {
  kind: 'cited' | 'toRead' | 'basis' | 'nearest';
  citation: Citation;
  findingId: string;
  index: number;
  rule: string;
};

/**
 * The quotes of a finding in the order in which the user steps through them. The nearest passages are included only if
 * nothing is cited.
 */
export function placesOf(finding: Finding): Place[] {
  const { id: findingId, outcome, citations, basis, search } = finding;
  const nearest = citations.length > 0 ? [] : search.nearest.map(({ citation }) => citation);
  const rule = ruleText(finding);
  const placed = (all: readonly Citation[], kindOf: (citation: Citation) => Place['kind']): Place[] =>
    all.map((citation, index) => ({ kind: kindOf(citation), citation, findingId, index, rule }));
  return [
    // A passage can limit only an answer, so without an outcome none does.
    ...placed(citations, ({ stance }) =>
      outcome === 'undetermined' && stance === 'qualifies' ? 'toRead' : 'cited',
    ),
    ...placed(basis, () => 'basis'),
    ...placed(nearest, () => 'nearest'),
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
