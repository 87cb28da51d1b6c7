import type { Verdict, VerifiedCitation } from '../../../engine/model/verification.ts';

/** How a verdict is shown: as an icon and words, so that nothing is shown by colour alone. */
export const verdictSigns: Record<Verdict, { icon: string; word: string }> = {
  exact: { icon: '✓', word: 'exact' },
  typography: { icon: '✓', word: 'exact but for typography' },
  wrong_page: { icon: '✗', word: 'wrong page' },
  wrong_source: { icon: '✗', word: 'wrong source' },
  altered: { icon: '✗', word: 'altered' },
  not_found: { icon: '✗', word: 'not found' },
  unreadable: { icon: '?', word: 'source not readable' },
};

/** The sign of a citation. Words that are at their place do not make up for a claim that says something else. */
export function signOf({ verdict, passes }: VerifiedCitation): { icon: string; word: string } {
  const isThere = verdict === 'exact' || verdict === 'typography';
  return isThere && !passes ? { icon: '✗', word: 'claim differs from the quote' } : verdictSigns[verdict];
}

/** The order in which the counts of the verdicts are shown. */
export const verdictOrder = [
  'exact',
  'typography',
  'wrong_page',
  'wrong_source',
  'altered',
  'not_found',
  'unreadable',
] as const satisfies readonly Verdict[];

/** Where a citation says that its quote is. */
export function namedPlace({ given: { source, page, endPage } }: VerifiedCitation): string {
  if (source === undefined && page === undefined) return 'no source named';
  const pages = page === undefined ? [] : [endPage === undefined ? `p. ${page}` : `pp. ${page}–${endPage}`];
  return [...(source === undefined ? [] : [source]), ...pages].join(', ');
}

/** The sentences about the claim of a citation; empty if it has none, or none that differs. */
export function claimWords({ claim }: VerifiedCitation): string[] {
  return claim?.differences.map(({ text }) => text) ?? [];
}
