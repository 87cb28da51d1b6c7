import type { Finding } from '../../../engine/model/finding.ts';
import type { Result } from '../../../engine/model/result.ts';
import { placeWords } from '../../domain/place-words.ts';
import { byAction } from './by-action.ts';
import {
  findingSection,
  labelWord,
  outcomeWord,
  type ReportOptions,
  subjectName,
} from './markdown-finding.ts';
import { escaped } from './markdown-text.ts';
import {
  certificateWords,
  durationWords,
  extentWords,
  fileWords,
  labelOrder,
  labelSigns,
  outcomeOrder,
  outcomeSigns,
  plural,
  saysOutcome,
} from './words.ts';

/** Returns the result as a Markdown report: a summary, every finding with its evidence, the files, and the warnings. */
export function renderMarkdown(result: Result, options: ReportOptions): string {
  const each = result.findings.some((finding) => finding.subject.kind === 'file');
  const findings = byAction(result.findings);
  const sections = [
    ['# Proviso report'],
    summary(result),
    unread(result),
    ['## Findings at a glance', '', ...overview(findings, each)],
    ['## Findings'],
    ...findings.map((finding) => findingSection(finding, result, each, options)),
    output(result),
    ['## Files', '', ...files(result)],
    warnings(result),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function summary(result: Result): string[] {
  const inputs = result.files.filter((file) => file.role === 'input');
  const pages = inputs.reduce((sum, file) => sum + (file.status === 'read' ? file.pages : 0), 0);
  const labels = labelOrder.map((label) => `${labelSigns[label].word} ${result.counts.labels[label]}`);
  const outcomes = outcomeOrder
    .filter((outcome) => result.counts.outcomes[outcome] > 0)
    .map((outcome) => `${outcomeSigns[outcome].word} ${result.counts.outcomes[outcome]}`);
  const extent = [plural(inputs.length, 'file', 'files'), extentWords(pages, inputs)]
    .filter(Boolean)
    .join(', ');
  return [
    `${plural(result.findings.length, 'finding', 'findings')} on ${extent}, ${result.endedAt.slice(0, 10)}, in ${durationWords(result)}.`,
    '',
    `- Labels: ${labels.join(' · ')}`,
    `- Outcomes: ${outcomes.join(' · ') || 'none'}`,
    ...certificateWords(result.findings).map((words) => `- Test: ${escaped(words)}.`),
    ...(result.incomplete
      ? ['- **Incomplete**: something could not be read or assessed; what is missing could change a finding.']
      : []),
  ];
}

function unread(result: Result): string[] {
  const failed = result.files.filter((file) => file.status === 'failed');
  if (failed.length === 0) return [];
  return [
    '## Could not be read',
    '',
    ...failed.map((file) => `- **${escaped(file.name)}** (${file.reason}): ${escaped(fileWords(file))}`),
  ];
}

function overview(findings: readonly Finding[], each: boolean): string[] {
  const rows = findings.map((finding) => [
    String(finding.rule.index + 1),
    escaped(finding.rule.name),
    ...(each ? [escaped(subjectName(finding))] : []),
    saysOutcome(finding) ? outcomeWord(finding) : '',
    labelWord(finding),
    finding.citations[0] ? escaped(placeWords(finding.citations[0].locator)) : '',
  ]);
  const head = ['#', 'Rule', ...(each ? ['File'] : []), 'Outcome', 'Label', 'Evidence'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

function output(result: Result): string[] {
  if (result.output === null) return [];
  const gaps = Object.entries(result.outputGaps);
  return [
    '## Output',
    '',
    ...JSON.stringify(result.output, null, 2)
      .split('\n')
      .map((line) => `    ${line}`),
    ...(gaps.length > 0 ? [''] : []),
    ...gaps.map(([pointer, why]) => `- ${escaped(pointer)} is null: ${escaped(why)}`),
  ];
}

function files(result: Result): string[] {
  return result.files.map((file) => {
    const role = file.role === 'authority' ? ' (knowledge)' : '';
    const read = file.status === 'read' ? fileWords(file) : `not read: ${fileWords(file)}`;
    return `- ${escaped(file.name)}${role}: ${escaped(read)}`;
  });
}

function warnings(result: Result): string[] {
  if (result.warnings.length === 0) return [];
  return ['## Warnings', '', ...result.warnings.map(({ message }) => `- ${escaped(message)}`)];
}
