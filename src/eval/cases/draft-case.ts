import { basename } from 'node:path';
import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Result } from '../../../engine/model/result.ts';
import { placeText } from '../score/item.ts';

export type DraftOptions = {
  name: string;
  /** Paths as the case writes them: relative to its future place. */
  documents: readonly string[];
  knowledge: readonly string[];
  /** Hides the machine's answer, so that it does not influence the labeller. */
  blind: boolean;
};

/** The placeholder that a person has to replace; reading a case that still has it fails with the allowed values. */
const open = 'FILL_IN';

/**
 * Drafts a case as YAML from a finished run. Reviewed answers become expectations; for the others the label is left
 * open, with the machine's answer beside it unless the labelling is blind: a machine's own answer is not a correct
 * answer.
 */
export function draftCase({ findings }: Pick<Result, 'findings'>, options: DraftOptions): string {
  const { name, documents, knowledge } = options;
  const scope = findings.some(({ subject }) => subject.kind === 'file') ? 'each' : 'together';
  return [
    `name: ${quoted(name)}`,
    'split: dev',
    `documents: [${documents.map(quoted).join(', ')}]`,
    ...(knowledge.length > 0 ? [`knowledge: [${knowledge.map(quoted).join(', ')}]`] : []),
    `scope: ${scope}`,
    'rules:',
    ...rulesOf(findings),
    'expected:',
    ...findings.flatMap((finding) => expectationOf(finding, options)),
    '',
  ].join('\n');
}

function rulesOf(findings: readonly Finding[]): string[] {
  const rules = new Map(findings.map((finding) => [finding.rule.key, finding]));
  return [...rules.values()].flatMap(({ rule, label, outcome }) => [
    `  - name: ${quoted(rule.name)}`,
    `    description: ${quoted(rule.description)}`,
    // NOT FOUND has another outcome only if the rule says what absence means.
    ...(label === 'NOT FOUND' && outcome !== 'undetermined' ? [`    ifAbsent: ${outcome}`] : []),
  ]);
}

function expectationOf(finding: Finding, { blind }: DraftOptions): string[] {
  const { rule, subject, review } = finding;
  return [
    `  - rule: ${quoted(rule.name)}`,
    ...(subject.kind === 'file' ? [`    file: ${quoted(subject.name)}`] : []),
    ...(review ? reviewed(finding, review) : unreviewed(finding, blind)),
  ];
}

/**
 * A review has a label but no outcome: the machine's outcome is used if the labels agree, and left open otherwise.
 */
function reviewed(finding: Finding, review: NonNullable<Finding['review']>): string[] {
  const agrees = review.label === finding.label;
  const outcome = agrees ? finding.outcome : review.label === 'NOT FOUND' ? 'undetermined' : open;
  const places = agrees ? placesOf(finding.citations) : [];
  return [
    `    label: ${review.label}`,
    `    outcome: ${outcome}`,
    ...(places.length > 0 ? ['    pages:', ...places] : []),
    `    why: ${quoted(review.reason)}`,
  ];
}

function unreviewed({ label, outcome, statement, citations }: Finding, blind: boolean): string[] {
  const machineLines = [
    `${label ?? 'not assessed'} ${outcome}: ${statement}`,
    ...citations.map(({ source, locator, quote }) => `${source.name}, ${placeText(locator)}: ${quote}`),
  ];
  return [
    ...(blind
      ? []
      : machineLines.map((line) => `    # machine answer: ${line.replace(/[\s\p{Cc}]+/gu, ' ')}`)),
    `    label: ${open}`,
    `    outcome: ${open}`,
  ];
}

function placesOf(citations: readonly Citation[]): string[] {
  const places = citations.flatMap(({ source, locator }) => {
    if (source.role !== 'input') return [];
    const file = quoted(basename(source.name));
    if (locator.kind === 'page') return [`      - { file: ${file}, page: ${locator.page} }`];
    if (locator.kind === 'lines') return [`      - { file: ${file}, line: ${locator.from} }`];
    if (locator.kind !== 'section' || locator.heading === undefined) return [];
    return [`      - { file: ${file}, heading: ${quoted(locator.heading)} }`];
  });
  return [...new Set(places)];
}

/** JSON strings are valid YAML. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
