import type { Finding } from '../../../../engine/model/finding.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { byAction } from '../../../services/report/by-action.ts';
import { clean } from '../../../services/report/clean.ts';
import { ruleFactsLine } from '../../../services/report/rule-facts.ts';
import { findingLines } from './finding.ts';
import { gridLines } from './grid.ts';
import { ends, margin, type Page, pageFor, paragraph, rule } from './page.ts';
import { badges } from './signs.ts';
import { headLine, outputLines, summaryLines, unreadLines } from './summary.ts';

/**
 * The result as text for a terminal or a text file, ending with a line break. Lines have at most `width` columns, which
 * is limited to between 40 and 120, because longer lines are hard to read. `filter` says which findings are shown, if not
 * all of them are.
 */
export function renderTerminal(
  result: Result,
  options: { width: number; color: boolean; filter?: string },
): string {
  const page: Page = pageFor(options);
  const { filter = '' } = options;
  const selected = filter === '' ? [] : paragraph(page, page.paint.yellow(filter), ' ', ' ');
  const each = result.findings.some((finding) => finding.subject.kind === 'file');
  const sections = [
    [...headLine(page, result), ...selected],
    unreadLines(page, result),
    ...(each ? [gridLines(page, result.findings)] : []),
    ...findingsByRule(byAction(result.findings)).map((findings) =>
      each ? manySubjects(page, findings, result) : oneSubject(page, findings, result),
    ),
    ...[outputLines(page, result)].filter((lines) => lines.length > 0).map((lines) => [rule(page), ...lines]),
    [rule(page), ...summaryLines(page, result)],
  ];
  const lines = sections.filter((section) => section.length > 0).flatMap((section) => ['', ...section]);
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** Groups the findings by rule. The rules are in the order of their first findings. */
function findingsByRule(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<number, Finding[]>();
  for (const finding of findings)
    groups.set(finding.rule.index, [...(groups.get(finding.rule.index) ?? []), finding]);
  return [...groups.values()];
}

function oneSubject(page: Page, findings: readonly Finding[], result: Result): string[] {
  return findings.flatMap((finding) => [
    rule(page),
    ...ends(page, ruleName(page, finding), badges(page.paint, finding), ruleNumber(page, finding), margin),
    ...aboutRule(page, finding),
    '',
    ...findingLines(page, finding, result),
  ]);
}

function manySubjects(page: Page, findings: readonly Finding[], result: Result): string[] {
  const [first] = findings;
  if (!first) return [];
  return [
    rule(page),
    ...paragraph(page, ruleName(page, first), ruleNumber(page, first), margin),
    ...aboutRule(page, first),
    ...findings.flatMap((finding) => {
      const name = finding.subject.kind === 'file' ? finding.subject.name : 'all files';
      const heading = ends(page, page.paint.bold(clean(name)), badges(page.paint, finding), '  ▸ ', margin);
      return ['', ...heading, ...findingLines(page, finding, result)];
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
