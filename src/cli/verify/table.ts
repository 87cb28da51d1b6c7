import type { Verification, VerifiedCitation } from '../../../engine/model/verification.ts';
import { clean } from '../../services/report/clean.ts';
import { ends, margin, type Page, pageFor, paragraph, rule } from '../render/terminal/page.ts';
import { claimWords, namedPlace, signOf, verdictOrder, verdictSigns } from './verdict-words.ts';

/** Longer quotes and diffs are cut in the table; the other formats have them whole. */
const longestShown = 600;

/** The citations as text for a terminal: those that do not pass first, each with its differences. */
export function verificationTable(
  { citations, counts }: Verification,
  { width, color }: { width: number; color: boolean },
): string {
  const page: Page = pageFor({ width, color });
  const failing = citations.filter(({ passes }) => !passes);
  const passed = citations.filter(({ passes }) => passes);
  const lines = [
    ...failing.flatMap((citation) => ['', ...citationLines(page, citation)]),
    ...(passed.length > 0 ? [''] : []),
    ...passed.flatMap((citation) => headLine(page, citation)),
    '',
    rule(page),
    ` ${counts.passed} of ${counts.citations} citations pass`,
    ...paragraph(page, countWords(counts), ' '),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function countWords({ verdicts, claimsThatDiffer }: Verification['counts']): string {
  const shown = verdictOrder.filter((verdict) => (verdicts[verdict] ?? 0) > 0);
  const words = shown.map((verdict) => `${verdicts[verdict]} ${verdictSigns[verdict].word}`);
  return [...words, ...(claimsThatDiffer > 0 ? [`${claimsThatDiffer} with a claim that differs`] : [])].join(
    ' · ',
  );
}

function headLine(page: Page, citation: VerifiedCitation): string[] {
  const { paint } = page;
  const { icon, word } = signOf(citation);
  const colour = citation.passes ? paint.green : citation.verdict === 'unreadable' ? paint.yellow : paint.red;
  const left = `${paint.bold(clean(citation.id))}  ${paint.dim(clean(namedPlace(citation)))}`;
  return ends(page, left, colour(`${icon} ${word}`), ' ', margin);
}

function citationLines(page: Page, citation: VerifiedCitation): string[] {
  return [
    ...headLine(page, citation),
    ...paragraph(page, `“${shortened(clean(diffText(citation)))}”`),
    ...paragraph(page, clean(citation.detail)),
    ...claimWords(citation)
      .filter((text) => !citation.detail.includes(text))
      .flatMap((text) => paragraph(page, clean(text))),
  ];
}

/** The quote, in which words that only the source has are in [-…-] and words that only the quote has in {+…+}. */
function diffText({ given, diff }: VerifiedCitation): string {
  if (diff === undefined) return given.quote;
  return diff
    .map(({ in: where, text }) =>
      where === 'both' ? text : where === 'source' ? `[-${text}-]` : `{+${text}+}`,
    )
    .join(' ');
}

function shortened(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
