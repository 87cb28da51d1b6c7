import {
  allows,
  contains,
  type Facet,
  type FindingFilter,
  valuesOf,
} from '../../../src/services/report/finding-filter.ts';
import type { Finding } from '../../service/service.ts';

/** `assignee` selects the findings that are assigned to the person who looks at them. */
export type Filter = FindingFilter & { assignee?: 'me' };

/**
 * For each possible choice of a filter, the number of findings that it would show together with the current choices of
 * the other filters.
 */
export type FilterCounts = Record<Facet | 'assignee', ReadonlyMap<string | number, number>>;

export type Filtered = { shown: Finding[]; counts: FilterCounts };

/**
 * Returns the findings that pass a filter, in their order, and the counts for every choice. `myId` is the id of the person
 * who looks at them.
 */
export function filtered(
  findings: readonly Finding[],
  { assignee, ...filter }: Filter,
  myId: string,
): Filtered {
  const isMine = (finding: Finding) => finding.assignee?.id === myId;
  const withWords = findings.filter(contains(filter.text ?? ''));
  const matching = assignee === undefined ? withWords : withWords.filter(isMine);
  const counts = (facet: Facet) => countBy(matching.filter(allows(filter, facet)), facet);
  return {
    shown: matching.filter(allows(filter)),
    counts: {
      outcome: counts('outcome'),
      label: counts('label'),
      reviewed: counts('reviewed'),
      severity: counts('severity'),
      tag: counts('tag'),
      rule: counts('rule'),
      file: counts('file'),
      assignee: new Map([['me', withWords.filter(allows(filter)).filter(isMine).length]]),
    },
  };
}

function countBy(findings: readonly Finding[], facet: Facet): Map<string | number, number> {
  const counts = new Map<string | number, number>();
  for (const finding of findings) {
    for (const value of valuesOf(finding, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
