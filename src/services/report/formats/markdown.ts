import type { Result } from '../../../../engine/model/result.ts';
import type { Span } from '../../../../engine/model/source.ts';
import { clean, cleanLines } from '../clean.ts';
import { fileRows, headline, incompleteWords, reportFacts, summaryFacts, unreadFacts } from '../facts.ts';
import { type FindingView, lineOf, overviewTitles, type QuoteView, viewOf } from '../finding-view.ts';
import type { Fact, Report } from '../report.ts';
import { signWords } from '../words.ts';

/** Returns the report as Markdown: a summary, every finding with its evidence, the files, the warnings, and settings. */
export function renderMarkdown(report: Report): string {
  const { result, findings } = report;
  const sections = [
    ['# Proviso report'],
    summary(report),
    unread(report),
    ['## Findings at a glance', '', ...overview(report)],
    ['## Findings'],
    ...findings.map((finding) => findingSection(viewOf(finding, report))),
    output(result),
    ['## Files', '', ...files(report)],
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
    ...summaryFacts(report).map(fact),
    ...(result.incomplete ? [`- **${incompleteWords.replace(':', '**:')}`] : []),
  ];
}

function about(report: Report): string[] {
  return reportFacts(report).map(fact);
}

function fact({ name, value }: Fact): string {
  return `- ${escaped(name)}: ${escaped(value)}`;
}

function unread(report: Report): string[] {
  const all = unreadFacts(report);
  if (all.length === 0) return [];
  return [
    '## Could not be read',
    '',
    ...all.map(({ name, value }) => `- **${escaped(name)}**: ${escaped(value)}`),
  ];
}

function overview(report: Report): string[] {
  const { each } = report;
  const isReviewed = report.findings.some(({ review }) => review !== null);
  const rows = report.findings.map((finding) => {
    const { rule } = finding;
    const { subject, outcome, label, place, decided } = lineOf(finding, report);
    return [
      String(rule.index + 1),
      escaped(rule.id === undefined ? rule.name : `${rule.name} (${rule.id})`),
      ...(subject === null ? [] : [escaped(subject)]),
      outcome === null ? '' : signWords(outcome),
      signWords(label),
      escaped(place),
      ...(isReviewed ? [escaped(decided)] : []),
    ];
  });
  const head = ['#', ...overviewTitles(each, isReviewed)];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** A finding with its evidence, each part after an empty line. */
function findingSection(view: FindingView): string[] {
  const parts = [
    [`### ${escaped(view.heading).replace('\\.', '.')}`],
    [`*${escaped(view.description)}*`],
    view.ruleFacts === '' ? [] : [escaped(view.ruleFacts)],
    [`**${view.signs.map(signWords).join(' · ')}** ${escaped(view.statement)}`],
    ...view.decisions.map(({ name, value }) => [`**${name}**: ${escaped(value)}`]),
    ...quotes('', view.citations),
    ...quotes('What the rule is based on:', view.basis),
    view.notes.map((note) => `- ${escaped(note)}`),
    ...quotes('The nearest passages:', view.nearest),
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

function files(report: Report): string[] {
  return fileRows(report).map(([name = '', role, read = '']) => {
    return `- ${escaped(name)}${role === 'knowledge' ? ' (knowledge)' : ''}: ${escaped(read)}`;
  });
}

function warnings(result: Result): string[] {
  if (result.warnings.length === 0) return [];
  return ['## Warnings', '', ...result.warnings.map(({ message }) => `- ${escaped(message)}`)];
}

/** Escapes text that `clean` has returned, and sets the spans in bold. */
export function marked(text: string, spans: readonly Span[]): string {
  let at = 0;
  let out = '';
  for (const { start, end } of wholeAddresses(text, spans)) {
    out += `${escapedPart(text.slice(at, start))}**${escapedPart(text.slice(start, end))}**`;
    at = end;
  }
  return leadingSafe(out + escapedPart(text.slice(at)));
}

/**
 * Cleans and escapes text for Markdown, so that text from a document cannot add a heading, a link or a tag to the
 * report.
 */
export function escaped(text: string): string {
  return leadingSafe(escapedPart(clean(text)));
}

/** The stretches in which an address can be. A code span must not contain a backtick, nor a table cell a bar. */
const stretch = /[^\s`|<>()[\]"“”]+/g;
/** What GitHub and other programs turn into a link or a mention without any markup. */
const linked = /:\/\/|www\.|mailto:|xmpp:|@[\p{L}\p{N}_]/iu;

/** Escapes all markup. An address is code, because many programs make links of addresses even if these are escaped. */
function escapedPart(text: string): string {
  let at = 0;
  let out = '';
  for (const { start, end } of addresses(text)) {
    out += `${withBackslashes(text.slice(at, start))}\`${text.slice(start, end)}\``;
    at = end;
  }
  return out + withBackslashes(text.slice(at));
}

function withBackslashes(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&');
}

function addresses(text: string): Span[] {
  return [...text.matchAll(stretch)]
    .filter(([word]) => linked.test(word))
    .map(({ 0: word, index }) => ({
      start: index,
      end: index + word.replace(/(?<![:;,.])[:;,.]+$/, '').length,
    }));
}

/** The spans, each extended to the whole of the addresses that it is in, so that no address is divided. */
function wholeAddresses(text: string, spans: readonly Span[]): Span[] {
  const whole = addresses(text);
  const extended: Span[] = [];
  for (const span of spans) {
    const touched = whole.filter(({ start, end }) => start < span.end && end > span.start);
    const start = Math.min(span.start, ...touched.map((one) => one.start));
    const end = Math.max(span.end, ...touched.map((one) => one.end));
    const last = extended.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else extended.push({ start, end });
  }
  return extended;
}

/** Escapes the first characters of a text if they would begin a list or a heading. */
function leadingSafe(text: string): string {
  return text.replace(/^(\d{1,9})([.)])/, '$1\\$2').replace(/^[-+=]/, '\\$&');
}
