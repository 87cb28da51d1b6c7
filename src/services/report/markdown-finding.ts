import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Result } from '../../../engine/model/result.ts';
import { placeWords } from '../../domain/place-words.ts';
import { clean } from './clean.ts';
import { decisiveSpans, sharedSpans } from './decisive.ts';
import { excerpt } from './excerpt.ts';
import { escaped, marked } from './markdown-text.ts';
import {
  cautionWords,
  labelSign,
  outcomeSigns,
  reasonWords,
  saysOutcome,
  searchWords,
  stanceWords,
} from './words.ts';

export type ReportOptions = {
  /** Converts the link of a citation to a target that works from the place where the report is saved. */
  linkFrom: (link: string) => string;
};

const nearestLength = 300;

/**
 * Returns the lines of the report for a finding, with its evidence or, for NOT FOUND, with what was searched. If `each`
 * is true, the lines name the file that the finding is about.
 */
export function findingSection(
  finding: Finding,
  result: Result,
  each: boolean,
  options: ReportOptions,
): string[] {
  const subject = each ? `: ${escaped(subjectName(finding))}` : '';
  const verdict = [...(saysOutcome(finding) ? [outcomeWord(finding)] : []), labelWord(finding)];
  const parts = [
    [`### ${finding.rule.index + 1}. ${escaped(finding.rule.name)}${subject}`],
    [`*${escaped(finding.rule.description)}*`],
    [`**${verdict.join(' · ')}** ${escaped(finding.statement)}`],
    ...finding.citations.map((citation) => quoted(citation, finding, options)),
    finding.basis.length > 0 ? ['Basis of the rule:'] : [],
    ...finding.basis.map((citation) => quoted(citation, finding, options)),
    values(finding),
    doubts(finding),
    search(finding, result, options),
    review(finding),
  ];
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

function quoted(citation: Citation, finding: Finding, options: ReportOptions): string[] {
  const notes = [
    ...(citation.stance === 'supports' ? [] : [stanceWords[citation.stance]]),
    ...cautionWords(citation),
  ];
  const source = [place(citation, options), ...notes].join(' · ');
  const quote = clean(citation.quote);
  return [`> ${marked(quote, decisiveSpans(quote, ruleText(finding)))}`, '>', `> — ${source}`];
}

function place({ source, locator, link }: Citation, { linkFrom }: ReportOptions): string {
  return `[${escaped(source.name)}, ${escaped(placeWords(locator))}](${encodeLink(linkFrom(link), source.name)})`;
}

/**
 * Encodes a link. A `#` or `?` in the name of the file is encoded. After the name, `#` and `?` are kept, because they
 * introduce the position in the file.
 */
function encodeLink(link: string, name: string): string {
  const at = link.lastIndexOf(name);
  const pathEnd = at < 0 ? 0 : at + name.length;
  const path = encodeURI(link.slice(0, pathEnd)).replace(/[#?]/g, encodeURIComponent);
  return `${path}${encodeURI(link.slice(pathEnd))}`.replace(/[()]/g, (char) =>
    char === '(' ? '%28' : '%29',
  );
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

function search(finding: Finding, result: Result, options: ReportOptions): string[] {
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
    `- ${searchWords(finding, result)}${queried}`,
    ...gap,
    ...nearest.map(({ citation, why }) => {
      const text = excerpt(citation.quote, ruleText(finding), nearestLength);
      return `- Near, ${place(citation, options)}: “${marked(text, sharedSpans(text, ruleText(finding)))}” (${escaped(why)})`;
    }),
  ];
}

function review(finding: Finding): string[] {
  if (!finding.review) return [];
  const { label, outcome, by, at, reason } = finding.review;
  const verdict = outcome === undefined ? label : `${outcomeSigns[outcome].word}, ${label}`;
  return [`Reviewed by ${escaped(by)} on ${at.slice(0, 10)}: **${verdict}**. ${escaped(reason)}`];
}

export function outcomeWord(finding: Finding): string {
  const { icon, word } = outcomeSigns[finding.outcome];
  return `${icon} ${word}`;
}

export function labelWord(finding: Finding): string {
  const { icon, word } = labelSign(finding);
  return `${icon} ${word}`;
}

export function subjectName({ subject }: Finding): string {
  return subject.kind === 'file' ? subject.name : 'all files';
}

function ruleText(finding: Finding): string {
  return `${finding.rule.name} ${finding.rule.description}`;
}
