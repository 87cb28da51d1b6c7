import type { Result } from '../../../../engine/model/result.ts';
import { placeWords } from '../../../domain/place-words.ts';
import { cleanLines } from '../clean.ts';
import {
  fileStatus,
  headline,
  incompleteWords,
  labelCounts,
  outcomeCounts,
  reportFacts,
  subjectName,
} from '../facts.ts';
import type { Report } from '../report.ts';
import { fileWords } from '../words.ts';
import { answerWords, findingSection } from './markdown-finding.ts';
import { escaped } from './markdown-text.ts';

/** Returns the report as Markdown: a summary, every finding with its evidence, the files, the warnings, and settings. */
export function renderMarkdown(report: Report): string {
  const { result, findings } = report;
  const sections = [
    ['# Proviso report'],
    summary(report),
    unread(result),
    ['## Findings at a glance', '', ...overview(report)],
    ['## Findings'],
    ...findings.map((finding) => findingSection(finding, report)),
    output(result),
    ['## Files', '', ...files(result)],
    warnings(result),
    ['## About this report', '', ...about(report)],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function summary(report: Report): string[] {
  const { name, result } = report;
  return [
    `**${escaped(name)}**: ${headline(report)}`,
    '',
    `- Labels: ${labelCounts(report)}`,
    `- Outcomes: ${outcomeCounts(report)}`,
    ...(result.incomplete ? [`- **${incompleteWords.replace(':', '**:')}`] : []),
  ];
}

function about(report: Report): string[] {
  return reportFacts(report).map(({ name, value }) => `- ${escaped(name)}: ${escaped(value)}`);
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

function overview({ findings, each }: Report): string[] {
  const rows = findings.map((finding) => [
    String(finding.rule.index + 1),
    escaped(finding.rule.name),
    ...(each ? [escaped(subjectName(finding))] : []),
    ...answerWords(finding),
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
    ...cleanLines(JSON.stringify(result.output, null, 2))
      .split('\n')
      .map((line) => `    ${line}`),
    ...(gaps.length > 0 ? [''] : []),
    ...gaps.map(([pointer, why]) => `- ${escaped(pointer)} is null: ${escaped(why)}`),
  ];
}

function files(result: Result): string[] {
  return result.files.map((file) => {
    const role = file.role === 'authority' ? ' (knowledge)' : '';
    return `- ${escaped(file.name)}${role}: ${escaped(fileStatus(file))}`;
  });
}

function warnings(result: Result): string[] {
  if (result.warnings.length === 0) return [];
  return ['## Warnings', '', ...result.warnings.map(({ message }) => `- ${escaped(message)}`)];
}
