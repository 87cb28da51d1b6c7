import { basename } from 'node:path';
import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Result } from '../../../engine/model/result.ts';
import { placeText } from '../score/item.ts';

export type DraftOptions = {
  name: string;
  /** Paths as they are written in the case: relative to the folder in which the case will be stored. */
  documents: readonly string[];
  knowledge: readonly string[];
  /** Whether to leave out the machine's answers, so that they do not influence the person who labels the case. */
  blind: boolean;
};

/**
 * The placeholder that a person has to replace. A case that still contains it cannot be read, and the error lists the
 * allowed values.
 */
const open = 'FILL_IN';

/**
 * Drafts a case as YAML from a finished run. Reviewed answers become expectations. For other answers the label and the
 * outcome are left open, because the machine's answer may be wrong. The machine's answer is added as a comment, unless
 * `blind` is set.
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
    // A NOT FOUND finding has an outcome other than undetermined only if its rule has `ifAbsent`.
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
 * The expectation from a review, with the reviewer's label. If the machine gave the same label, the outcome is that of
 * the machine. Otherwise the outcome is `undetermined` for NOT FOUND, and left open for other labels.
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

/** The text as a JSON string, which is also valid YAML. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
