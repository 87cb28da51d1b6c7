import type { Outcome } from '../../parts/words.ts';
import type { Finding } from '../../service/service.ts';
import { type LabelFilter, labelFilters, type RunSearch } from '../run-search.ts';
import { urgency } from '../verdict.ts';

export type Filter = Omit<RunSearch, 'finding' | 'place'>;

type Facet = 'outcome' | 'label' | 'reviewed' | 'rule' | 'file';

/**
 * For each possible choice of a filter, the number of findings that it would show together with the current choices of
 * the other filters.
 */
export type FilterCounts = Record<Facet, ReadonlyMap<string | number, number>>;

export type Filtered = { shown: Finding[]; counts: FilterCounts };

/**
 * Returns the findings that pass a filter, sorted so that those that need action come first, and the counts for every
 * choice.
 */
export function filtered(findings: readonly Finding[], filter: Filter): Filtered {
  const words = wordsOf(filter.text ?? '');
  const matching = findings.filter((finding) => words.every((word) => textOf(finding).includes(word)));
  const counts = (facet: Facet) => countBy(matching.filter(allows(filter, facet)), facet);
  return {
    shown: matching
      .filter(allows(filter))
      .map((finding) => ({ finding, rank: urgency(finding) }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ finding }) => finding),
    counts: {
      outcome: counts('outcome'),
      label: counts('label'),
      reviewed: counts('reviewed'),
      rule: counts('rule'),
      file: counts('file'),
    },
  };
}

/**
 * Returns a function that tells whether a finding passes the filter. If `except` names a facet, the filter's choice for
 * that facet is ignored.
 */
function allows(filter: Filter, except?: Facet): (finding: Finding) => boolean {
  const facets = (['outcome', 'label', 'reviewed', 'rule', 'file'] as const).filter(
    (facet) => facet !== except && filter[facet] !== undefined,
  );
  return (finding) =>
    facets.every((facet) => {
      const wanted = filter[facet];
      return wanted !== undefined && valuesOf(finding, facet).includes(wanted);
    });
}

function countBy(findings: readonly Finding[], facet: Facet): Map<string | number, number> {
  const counts = new Map<string | number, number>();
  for (const finding of findings) {
    for (const value of valuesOf(finding, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

function valuesOf(finding: Finding, facet: Facet): (string | number)[] {
  switch (facet) {
    case 'outcome':
      return [finding.outcome satisfies Outcome];
    case 'label':
      return [labelOf(finding)];
    case 'reviewed':
      return [finding.review === null ? 'no' : 'yes'];
    case 'rule':
      return [finding.rule.key];
    case 'file':
      return filesOf(finding);
  }
}

export function labelOf({ label }: Finding): LabelFilter {
  return labelFilters.find((known) => known === label) ?? 'not_assessed';
}

/**
 * The indexes of the input files that a finding is about: the one file that was checked on its own, otherwise the files
 * that the finding cites.
 */
function filesOf({ subject, citations }: Finding): number[] {
  if (subject.kind === 'file') return [subject.fileIndex];
  const inputs = citations.filter(({ source }) => source.role === 'input');
  return [...new Set(inputs.map(({ source }) => source.fileIndex))];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

const texts = new WeakMap<Finding, string>();

function textOf(finding: Finding): string {
  const known = texts.get(finding);
  if (known !== undefined) return known;
  const { rule, statement, citations, subject, review } = finding;
  const quotes = citations.flatMap(({ quote, source }) => [quote, source.name]);
  const file = subject.kind === 'file' ? subject.name : '';
  const text = [rule.name, rule.description, statement, file, review?.reason ?? '', ...quotes]
    .join('\n')
    .toLowerCase();
  texts.set(finding, text);
  return text;
}
