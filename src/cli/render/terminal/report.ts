import type { Finding } from '../../../../engine/model/finding.ts';
import { grouped } from '../../../../engine/model/sorted.ts';
import { byAction } from '../../../services/report/by-action.ts';
import { clean } from '../../../services/report/clean.ts';
import { selectionWords, subjectName } from '../../../services/report/facts.ts';
import {
  type FindingView,
  markedParts,
  type QuoteView,
  viewOf,
} from '../../../services/report/finding-view.ts';
import type { Report } from '../../../services/report/report.ts';
import { ruleFactsLine } from '../../../services/report/rule-facts.ts';
import { gridLines } from './grid.ts';
import { apart, ends, margin, type Page, pageFor, paragraph, rule } from './page.ts';
import { badges, paintLabel } from './signs.ts';
import { headLine, outputLines, summaryLines, unreadLines } from './summary.ts';

/**
 * The result as text for a terminal or a text file, ending with a line break. Lines have at most `width` columns, which
 * is limited to between 40 and 120, because longer lines are hard to read.
 */
export function renderTerminal(report: Report, options: { width: number; color: boolean }): string {
  const page: Page = pageFor(options);
  const { result, each } = report;
  const filter = selectionWords(report);
  const selected = filter === '' ? [] : paragraph(page, page.paint.yellow(filter), ' ', ' ');
  const sections = [
    [...headLine(page, result), ...selected],
    unreadLines(page, report),
    ...(each ? [gridLines(page, result.findings)] : []),
    ...[...grouped(byAction(result.findings), ({ rule }) => rule.index).values()].map((findings) =>
      each ? manySubjects(page, findings, report) : oneSubject(page, findings, report),
    ),
    ...[outputLines(page, result)].filter((lines) => lines.length > 0).map((lines) => [rule(page), ...lines]),
    [rule(page), ...summaryLines(page, result)],
  ];
  const lines = sections.filter((section) => section.length > 0).flatMap((section) => ['', ...section]);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function oneSubject(page: Page, findings: readonly Finding[], report: Report): string[] {
  return findings.flatMap((finding) => [
    rule(page),
    ...ends(page, ruleName(page, finding), badges(page.paint, finding), ruleNumber(page, finding), margin),
    ...aboutRule(page, finding),
    '',
    ...findingLines(page, finding, report),
  ]);
}

function manySubjects(page: Page, findings: readonly Finding[], report: Report): string[] {
  const [first] = findings;
  if (!first) return [];
  return [
    rule(page),
    ...paragraph(page, ruleName(page, first), ruleNumber(page, first), margin),
    ...aboutRule(page, first),
    ...findings.flatMap((finding) => {
      const heading = ends(
        page,
        page.paint.bold(subjectName(finding)),
        badges(page.paint, finding),
        '  ▸ ',
        margin,
      );
      return ['', ...heading, ...findingLines(page, finding, report)];
    }),
  ];
}

/** The description of the rule, and who must act on it how urgently, if the rule says so. */
function aboutRule(page: Page, { rule }: Finding): string[] {
  const facts = ruleFactsLine(rule, ['severity', 'owner', 'deadline', 'tags']);
  return [clean(rule.description), facts]
    .filter(Boolean)
    .flatMap((text) => paragraph(page, page.paint.dim(text)));
}

function ruleName(page: Page, finding: Finding): string {
  return page.paint.bold(clean(finding.rule.name));
}

function ruleNumber(page: Page, finding: Finding): string {
  return page.paint.dim(`${String(finding.rule.index + 1).padStart(2)}  `);
}

const nearestShown = 3;

/** Everything below a finding's heading: statement, reviews, evidence, the reasons for its label, what was searched. */
function findingLines(page: Page, finding: Finding, report: Report): string[] {
  const view = viewOf(finding, report);
  const { dim, yellow } = page.paint;
  const bar = margin + paintLabel(page.paint, finding.label ?? 'notAssessed', '┃ ');
  const isGap = (at: number) => finding.assessed && !finding.search.complete && at === view.notes.length - 1;
  return apart([
    paragraph(page, view.statement),
    view.decisions.flatMap(({ name, value }) => paragraph(page, `${name}: ${value}`)),
    ...view.citations.map((quote) => quoteLines(page, quote, bar)),
    ...view.basis.map((quote, at) => [
      ...(at === 0 ? [margin + dim('Basis of the rule')] : []),
      ...quoteLines(page, quote, margin + dim('│ ')),
    ]),
    view.notes.flatMap((note, at) =>
      paragraph(page, isGap(at) ? yellow(`! ${note}`) : note, margin, `${margin}  `),
    ),
    ...nearestLines(page, view),
  ]);
}

function nearestLines(page: Page, { nearest }: FindingView): string[][] {
  const { dim } = page.paint;
  const more = nearest.length - nearestShown;
  const title = `${margin}${dim(`Nearest passages${more > 0 ? ` (${more} more in the JSON)` : ''}`)}`;
  const shown = nearest.slice(0, nearestShown);
  return shown.map((quote, at) => [
    ...(at === 0 ? [title] : []),
    ...quoteLines(page, quote, `${margin}${dim('┆ ')}`),
  ]);
}

/**
 * A quote behind a vertical bar, and below it its place. Its decisive words are bold and underlined, so that they are
 * visible without colour too.
 */
function quoteLines({ paint, ...page }: Page, quote: QuoteView, bar: string): string[] {
  const words = markedParts(quote).map(({ text, marked }) =>
    marked ? paint.bold(paint.underline(text)) : text,
  );
  return [
    ...paragraph({ paint, ...page }, words.join(''), bar),
    ...paragraph({ paint, ...page }, paint.dim([quote.place, ...quote.notes].join(' · ')), bar),
  ];
}
