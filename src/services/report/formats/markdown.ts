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
import { type FindingView, type QuoteView, viewOf } from '../finding-view.ts';
import type { Report } from '../report.ts';
import { answerSigns, fileWords, signWords } from '../words.ts';
import { escaped, marked } from './markdown-text.ts';

/** Returns the report as Markdown: a summary, every finding with its evidence, the files, the warnings, and settings. */
export function renderMarkdown(report: Report): string {
  const { result, findings } = report;
  const sections = [
    ['# Proviso report'],
    summary(report),
    unread(result),
    ['## Findings at a glance', '', ...overview(report)],
    ['## Findings'],
    ...findings.map((finding) => findingSection(viewOf(finding, report))),
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
  const rows = findings.map((finding) => {
    const { outcome, label } = answerSigns(finding);
    return [
      String(finding.rule.index + 1),
      escaped(finding.rule.name),
      ...(each ? [escaped(subjectName(finding))] : []),
      outcome === null ? '' : signWords(outcome),
      signWords(label),
      finding.citations[0] ? escaped(placeWords(finding.citations[0].locator)) : '',
    ];
  });
  const head = ['#', 'Rule', ...(each ? ['File'] : []), 'Outcome', 'Label', 'Evidence'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** A finding with its evidence, each part after an empty line. */
function findingSection(view: FindingView): string[] {
  const subject = view.subject === null ? '' : `: ${escaped(view.subject)}`;
  const parts = [
    [`### ${escaped(view.title).replace('\\.', '.')}${subject}`],
    [`*${escaped(view.description)}*`],
    view.ruleFacts === '' ? [] : [escaped(view.ruleFacts)],
    [`**${view.answer}** ${escaped(view.statement)}`],
    ...quotes('', view.citations),
    ...quotes('What the rule is based on:', view.basis),
    view.notes.map((note) => `- ${escaped(note)}`),
    ...quotes('The nearest passages:', view.nearest),
    ...view.decisions.map(({ name, value }) => [`**${name}**: ${escaped(value)}`]),
  ];
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

function quotes(head: string, all: readonly QuoteView[]): string[][] {
  const lines = all.map(({ text, spans, place, href, notes }) => {
    const target = href.replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'));
    const source = [`[${escaped(place)}](${target})`, ...notes.map(escaped)].join(' · ');
    return [`> ${marked(text, spans)}`, '>', `> — ${source}`];
  });
  return head === '' || lines.length === 0 ? lines : [[head], ...lines];
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
