import type { Finding } from '../../../../engine/model/finding.ts';
import {
  type FindingView,
  markedParts,
  type QuoteView,
  viewOf,
} from '../../../services/report/finding-view.ts';
import type { Report } from '../../../services/report/report.ts';
import { apart, margin, type Page, paragraph } from './page.ts';
import { paintLabel } from './signs.ts';

const nearestShown = 3;

/** Everything below a finding's heading: statement, reviews, evidence, the reasons for its label, what was searched. */
export function findingLines(page: Page, finding: Finding, report: Report): string[] {
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
