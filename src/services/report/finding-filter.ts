import type { Finding, Outcome } from '../../../engine/model/finding.ts';
import { currentAnswer } from './current-answer.ts';

/** The labels to filter by. `not_assessed` selects findings without a label. */
export const labelFilters = ['CONFIRMED', 'ESTIMATED', 'NOT FOUND', 'not_assessed'] as const;
export const reviewedFilters = ['yes', 'no'] as const;

/** The severities to filter by, most severe first. `not_set` selects findings of rules without a severity. */
export const severityFilters = ['critical', 'high', 'medium', 'low', 'not_set'] as const;

export type SeverityFilter = (typeof severityFilters)[number];
export type LabelFilter = (typeof labelFilters)[number];

/** Selects findings. A finding has to match every property that is set. */
export type FindingFilter = {
  outcome?: Outcome;
  label?: LabelFilter;
  reviewed?: (typeof reviewedFilters)[number];
  /** The severity of the rule. */
  severity?: SeverityFilter;
  /** A tag of the rule. */
  tag?: string;
  /** The key of a rule. */
  rule?: string;
  /** The index of an input file. */
  file?: number;
  /** Words that must all be in the finding. */
  text?: string;
};

export const facets = ['outcome', 'label', 'reviewed', 'severity', 'tag', 'rule', 'file'] as const;
export type Facet = (typeof facets)[number];

/** Returns a function that tells whether a finding matches the filter. */
export function matching(filter: FindingFilter): (finding: Finding) => boolean {
  const hasFacets = allows(filter);
  const hasWords = contains(filter.text ?? '');
  return (finding) => hasFacets(finding) && hasWords(finding);
}

/**
 * Returns a function that tells whether a finding has the values of the filter, apart from its text. If `except` names
 * a facet, the filter's choice for that facet is ignored.
 */
export function allows(filter: FindingFilter, except?: Facet): (finding: Finding) => boolean {
  const chosen = facets.filter((facet) => facet !== except && filter[facet] !== undefined);
  return (finding) =>
    chosen.every((facet) => {
      const wanted = filter[facet];
      return wanted !== undefined && valuesOf(finding, facet).includes(wanted);
    });
}

/** Returns a function that tells whether a finding contains all words of `text`, in any order and letter case. */
export function contains(text: string): (finding: Finding) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (finding) => words.every((word) => textOf(finding).includes(word));
}

/** The values of a finding by which `allows` selects it. The answer of a reviewer replaces Proviso's. */
export function valuesOf(finding: Finding, facet: Facet): (string | number)[] {
  switch (facet) {
    case 'outcome':
      return [currentAnswer(finding).outcome];
    case 'label':
      return [labelOf(currentAnswer(finding))];
    case 'reviewed':
      return [finding.review === null ? 'no' : 'yes'];
    case 'severity':
      return [finding.rule.severity ?? 'not_set'];
    case 'tag':
      return [...new Set(finding.rule.tags)];
    case 'rule':
      return [finding.rule.key];
    case 'file':
      return filesOf(finding);
  }
}

function labelOf({ label }: Pick<Finding, 'label'>): LabelFilter {
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
