import type { Citation } from '../../../../engine/model/citation.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import { placeWords } from '../../../domain/place-words.ts';
import { clean } from '../clean.ts';
import { decisiveSpans, ruleText, sharedSpans } from '../decisive.ts';
import { excerpt } from '../excerpt.ts';
import { acceptedWords, reviewWords, subjectName } from '../facts.ts';
import { linkOf } from '../links.ts';
import type { Report } from '../report.ts';
import { ruleFacts } from '../rule-facts.ts';
import { answerSigns, cautionWords, reasonWords, searchWords, stanceRemark } from '../words.ts';
import { escaped, marked } from './markdown-text.ts';

const nearestLength = 300;

/**
 * Returns the lines of the report for a finding, with its evidence or, for NOT FOUND, with what was searched. If each
 * file was checked on its own, the lines name the file that the finding is about.
 */
export function findingSection(finding: Finding, report: Report): string[] {
  const subject = report.each ? `: ${escaped(subjectName(finding))}` : '';
  const verdict = answerWords(finding).filter(Boolean);
  const parts = [
    [`### ${finding.rule.index + 1}. ${escaped(finding.rule.name)}${subject}`],
    [`*${escaped(finding.rule.description)}*`],
    ruleFacts(finding.rule).map(({ name, value }) => `- ${name}: ${escaped(value)}`),
    [`**${verdict.join(' · ')}** ${escaped(finding.statement)}`],
    ...finding.citations.map((citation) => quoted(citation, finding, report)),
    finding.basis.length > 0 ? ['Basis of the rule:'] : [],
    ...finding.basis.map((citation) => quoted(citation, finding, report)),
    values(finding),
    doubts(finding),
    search(finding, report),
    review(finding),
    accepted(finding),
  ];
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

function quoted(citation: Citation, finding: Finding, report: Report): string[] {
  const notes = [...stanceRemark(citation, finding), ...cautionWords(citation)];
  const source = [place(citation, report), ...notes].join(' · ');
  const quote = clean(citation.quote);
  return [`> ${marked(quote, decisiveSpans(quote, ruleText(finding)))}`, '>', `> — ${source}`];
}

function place(citation: Citation, report: Report): string {
  const { source, locator } = citation;
  const target = linkOf(citation, report).replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'));
  return `[${escaped(source.name)}, ${escaped(placeWords(locator))}](${target})`;
}

function values(finding: Finding): string[] {
  return finding.values.map(({ name, value, unit, citations }) => {
    const places = citations.flatMap((index) => finding.citations[index] ?? []);
    const where = places.map((citation) => placeWords(citation.locator)).join('; ');
    const amount = unit === undefined ? String(value) : `${value} ${unit}`;
    return `- ${escaped(name)}: **${escaped(amount)}**${where ? ` (${escaped(where)})` : ''}`;
  });
}

function doubts(finding: Finding): string[] {
  if (finding.label !== 'ESTIMATED') return [];
  const reasons = finding.reasons.map((code) => reasonWords[code]).join('; ');
  return [
    ...(reasons ? [`- Why not CONFIRMED: ${reasons}`] : []),
    ...finding.toSettle.map((step) => `- To settle it: ${escaped(step)}`),
  ];
}

function search(finding: Finding, report: Report): string[] {
  if (!finding.assessed) return [];
  const { complete, queries, nearest, unread: missing } = finding.search;
  const names = missing.map(({ name, reason }) => `${escaped(name)} (${escaped(reason)})`).join(', ');
  const gap = complete
    ? []
    : [
        `- The search was not complete${names ? `: ${names}` : ''}. The unread part could change this finding.`,
      ];
  if (finding.label !== 'NOT FOUND') return gap;
  const queried = queries.length > 0 ? `, for: ${queries.map(escaped).join('; ')}` : '';
  return [
    `- ${searchWords(finding, report.result)}${queried}`,
    ...gap,
    ...nearest.map(({ citation, why }) => {
      const text = excerpt(citation.quote, ruleText(finding), nearestLength);
      return `- Near, ${place(citation, report)}: “${marked(text, sharedSpans(text, ruleText(finding)))}” (${escaped(why)})`;
    }),
  ];
}

function review(finding: Finding): string[] {
  const words = reviewWords(finding);
  return words === '' ? [] : [`**Reviewed**: ${escaped(words)}`];
}

function accepted(finding: Finding): string[] {
  const words = acceptedWords(finding);
  return words === '' ? [] : [`**Accepted**: ${escaped(words)}`];
}

/** The outcome, which is empty if the label implies it, and the label. */
export function answerWords(finding: Finding): [outcome: string, label: string] {
  const { outcome, label } = answerSigns(finding);
  return [outcome === null ? '' : `${outcome.icon} ${outcome.word}`, `${label.icon} ${label.word}`];
}
