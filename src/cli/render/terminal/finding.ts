import type { Colors } from 'picocolors/types.js';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { Result } from '../../../../engine/model/result.ts';
import type { Span } from '../../../../engine/model/source.ts';
import { placeWords } from '../../../domain/place-words.ts';
import { clean } from '../../../services/report/clean.ts';
import { decisiveSpans, excerpt, ruleText, sharedSpans } from '../../../services/report/decisive.ts';
import { acceptedWords } from '../../../services/report/facts.ts';
import {
  cautionWords,
  outcomeSigns,
  reasonWords,
  searchWords,
  stanceRemark,
} from '../../../services/report/words.ts';
import { apart, margin, type Page, paragraph } from './page.ts';
import { paintLabel } from './signs.ts';

const nearestShown = 3;
const nearestLength = 180;

/** Everything below a finding's heading: statement, evidence, the reasons for its label, what was searched. */
export function findingLines(page: Page, finding: Finding, result: Result): string[] {
  const parts = [
    paragraph(page, clean(finding.statement)),
    ...evidenceLines(page, finding),
    valueLines(page, finding),
    doubtLines(page, finding),
    searchLines(page, finding, result),
    reviewLines(page, finding),
    acceptedLines(page, finding),
  ];
  return apart(parts);
}

function evidenceLines(page: Page, finding: Finding): string[][] {
  const bar = margin + paintLabel(page.paint, finding.label ?? 'notAssessed', '┃ ');
  const quotes = finding.citations.map((citation) => quoteLines(page, citation, finding, bar));
  const thin = margin + page.paint.dim('│ ');
  const basis = finding.basis.map((citation, index) => {
    const lines = quoteLines(page, citation, finding, thin);
    return index === 0 ? [margin + page.paint.dim('Basis of the rule'), ...lines] : lines;
  });
  return [...quotes, ...basis];
}

function valueLines(page: Page, finding: Finding): string[] {
  return finding.values.flatMap(({ name, value, unit, citations }) => {
    const places = citations.flatMap((index) => finding.citations[index] ?? []);
    const where = places.map((citation) => clean(placeWords(citation.locator))).join('; ');
    const amount = page.paint.bold(clean(unit === undefined ? String(value) : `${value} ${unit}`));
    return paragraph(page, `${clean(name)}: ${amount}${where ? page.paint.dim(`  ${where}`) : ''}`);
  });
}

function doubtLines(page: Page, finding: Finding): string[] {
  if (finding.label !== 'ESTIMATED') return [];
  return [
    ...listed(
      page,
      'Why not CONFIRMED:',
      finding.reasons.map((code) => reasonWords[code]),
    ),
    ...listed(page, 'To settle it:', finding.toSettle.map(clean)),
  ];
}

/** A heading with its items: a single item is beside the heading, several items are below it. */
function listed(page: Page, head: string, items: string[]): string[] {
  const dimmed = page.paint.dim(head);
  const [first, ...others] = items;
  if (first === undefined) return [];
  if (others.length === 0) return paragraph(page, `${dimmed} ${first}`, margin, `${margin}  `);
  return [
    margin + dimmed,
    ...items.flatMap((item) => paragraph(page, item, `${margin}  – `, `${margin}    `)),
  ];
}

/** What was searched; empty unless nothing was found or the search was incomplete. */
function searchLines(page: Page, finding: Finding, result: Result): string[] {
  const { search } = finding;
  if (!finding.assessed) return [];
  const { dim } = page.paint;
  const lines: string[] = [];
  if (finding.label === 'NOT FOUND') {
    const queries = search.queries.length > 0 ? `, for: ${search.queries.map(clean).join(' | ')}` : '';
    lines.push(...paragraph(page, `${searchWords(finding, result)}${dim(queries)}`));
  }
  if (!search.complete) {
    const names = search.unread.map(({ name }) => clean(name)).join(', ');
    const left = search.unread.length === 0 ? '' : ` (${names})`;
    lines.push(
      ...paragraph(
        page,
        page.paint.yellow(`! The search was not complete${left}: the unread part could change this finding.`),
        margin,
        `${margin}  `,
      ),
    );
  }
  return finding.label === 'NOT FOUND' ? [...lines, ...nearestLines(page, finding)] : lines;
}

function nearestLines(page: Page, finding: Finding): string[] {
  const { dim } = page.paint;
  const shown = finding.search.nearest.slice(0, nearestShown);
  if (shown.length === 0) return [];
  const bar = `${margin}${dim('┆ ')}`;
  const passages = shown.map(({ citation, why }) => {
    const text = excerpt(citation.quote, ruleText(finding), nearestLength);
    const place = `${clean(citation.source.name)} · ${clean(placeWords(citation.locator))}`;
    return [
      ...paragraph(page, marked(page.paint, text, sharedSpans(text, ruleText(finding))), bar),
      ...paragraph(page, dim(`${place} · ${clean(why)}`), bar),
    ];
  });
  const more = finding.search.nearest.length - shown.length;
  const rest = more > 0 ? ` (${more} more in the JSON)` : '';
  return ['', `${margin}${dim(`Nearest passages${rest}`)}`, ...apart(passages)];
}

function reviewLines(page: Page, finding: Finding): string[] {
  if (!finding.review) return [];
  const { label, outcome, by, at, reason } = finding.review;
  const verdict = outcome === undefined ? label : `${outcomeSigns[outcome].word}, ${label}`;
  return paragraph(page, `Reviewed by ${clean(by)} on ${at.slice(0, 10)}: ${verdict}. ${clean(reason)}`);
}

function acceptedLines(page: Page, finding: Finding): string[] {
  const words = acceptedWords(finding);
  return words === '' ? [] : paragraph(page, `Accepted: ${words}`);
}

/** A quote behind a vertical bar, with its decisive words marked, and below it the file and the place in the file. */
function quoteLines(page: Page, citation: Citation, finding: Finding, bar: string): string[] {
  const { paint } = page;
  const quote = clean(citation.quote);
  return [
    ...paragraph(page, marked(paint, quote, decisiveSpans(quote, ruleText(finding))), bar),
    ...paragraph(page, paint.dim(sourceWords(citation, finding)), bar),
  ];
}

/** Marks spans of the text in bold and underlined, so that they are visible without colour too. */
function marked(paint: Colors, text: string, spans: readonly Span[]): string {
  let at = 0;
  let out = '';
  for (const { start, end } of spans) {
    out += text.slice(at, start) + paint.bold(paint.underline(text.slice(start, end)));
    at = end;
  }
  return out + text.slice(at);
}

function sourceWords(citation: Citation, finding: Finding): string {
  return [
    clean(citation.source.name),
    clean(placeWords(citation.locator)),
    ...stanceRemark(citation, finding),
    ...cautionWords(citation),
  ].join(' · ');
}
