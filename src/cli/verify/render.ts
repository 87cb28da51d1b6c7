import type {
  DiffPart,
  Verdict,
  Verification,
  VerifiedCitation,
} from '../../../engine/model/verification.ts';
import { clean } from '../../services/report/clean.ts';
import { sarifLog } from '../../services/report/formats/sarif-log.ts';
import { markup } from '../../services/report/formats/xml-text.ts';
import { ends, margin, type Page, pageFor, paragraph, rule, shortened } from '../render/terminal/page.ts';
import type { Format } from './options.ts';

/** Formats a verification; the text ends with a line break. `width` and `color` are for the table only. */
export function render(
  result: Verification,
  format: Format,
  look: { width: number; color: boolean },
): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(result, null, 2)}\n`;
    case 'table':
      return verificationTable(result, look);
    case 'html':
      return verificationPage(result);
    case 'sarif':
      return verificationSarif(result);
  }
}

/** The citations as text for a terminal: those that do not pass first, each with its differences. */
function verificationTable(
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

/** How a verdict is shown: as an icon and words, so that nothing is shown by colour alone. */
const verdictSigns: Record<Verdict, { icon: string; word: string }> = {
  exact: { icon: '✓', word: 'exact' },
  typography: { icon: '✓', word: 'exact but for typography' },
  wrong_page: { icon: '✗', word: 'wrong page' },
  wrong_source: { icon: '✗', word: 'wrong source' },
  altered: { icon: '✗', word: 'altered' },
  not_found: { icon: '✗', word: 'not found' },
  unreadable: { icon: '?', word: 'source not readable' },
};

/** The sign of a citation. Words that are at their place do not make up for a claim that says something else. */
function signOf({ verdict, passes }: VerifiedCitation): { icon: string; word: string } {
  const isThere = verdict === 'exact' || verdict === 'typography';
  return isThere && !passes ? { icon: '✗', word: 'claim differs from the quote' } : verdictSigns[verdict];
}

/** The order in which the counts of the verdicts are shown. */
const verdictOrder = [
  'exact',
  'typography',
  'wrong_page',
  'wrong_source',
  'altered',
  'not_found',
  'unreadable',
] as const satisfies readonly Verdict[];

/** Where a citation says that its quote is. */
function namedPlace({ given: { source, page, endPage } }: VerifiedCitation): string {
  if (source === undefined && page === undefined) return 'no source named';
  const pages = page === undefined ? [] : [endPage === undefined ? `p. ${page}` : `pp. ${page}–${endPage}`];
  return [...(source === undefined ? [] : [source]), ...pages].join(', ');
}

/** The sentences about the claim of a citation; empty if it has none, or none that differs. */
function claimWords({ claim }: VerifiedCitation): string[] {
  return claim?.differences.map(({ text }) => text) ?? [];
}

/** The verification as one HTML page without scripts and links to other files; what does not pass comes first. */
function verificationPage({ citations, counts, warnings }: Verification): string {
  const ordered = [...citations].sort((one, other) => Number(one.passes) - Number(other.passes));
  const shown = verdictOrder.filter((verdict) => (counts.verdicts[verdict] ?? 0) > 0);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Proviso: verified citations</title><style>${style}</style></head><body><main>
<h1>${counts.passed} of ${counts.citations} citations pass</h1>
<ul class="counts">${shown.map((verdict) => `<li>${counts.verdicts[verdict]} ${verdictSigns[verdict].word}</li>`).join('')}</ul>
${warnings.length > 0 ? `<h2>Warnings</h2><ul>${warnings.map(({ message }) => `<li>${markup(message)}</li>`).join('')}</ul>` : ''}
<h2>Citations</h2>
${ordered.map(citationBlock).join('\n')}
</main></body></html>
`;
}

function citationBlock(citation: VerifiedCitation): string {
  const { id, given, verdict, passes, detail, diff, found } = citation;
  const { icon, word } = signOf(citation);
  const claims = claimWords(citation).filter((one) => !detail.includes(one));
  return `<article class="${passes ? 'passes' : verdict === 'unreadable' ? 'open' : 'fails'}">
<h3>${markup(id)} <span class="verdict">${icon} ${word}</span></h3>
<p class="place">${markup(namedPlace(citation))}</p>
<blockquote>${diff ? diff.map(diffHtml).join(' ') : markup(given.quote)}</blockquote>
<p>${markup(detail)}</p>
${claims.map((one) => `<p>${markup(one)}</p>`).join('')}
${given.claim ? `<p class="claim">Claim: ${markup(given.claim)}</p>` : ''}
${found && verdict !== 'exact' ? `<p class="source">The source: “${markup(found.quote)}”</p>` : ''}
</article>`;
}

function diffHtml({ in: where, text: words }: DiffPart): string {
  if (where === 'both') return markup(words);
  return where === 'source' ? `<del>${markup(words)}</del>` : `<ins>${markup(words)}</ins>`;
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;color:#1c1c1c;background:#fff}
main{max-width:52rem;margin:auto;padding:1rem}h1{font-size:1.5rem}h2{font-size:1.2rem}h3{font-size:1rem;margin:0}
.counts{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;list-style:none;padding:0}
article{border-left:.3rem solid #2e7d32;padding:.25rem 1rem;margin:1rem 0;break-inside:avoid}
article.fails{border-color:#b00020}article.open{border-color:#8a6100}.verdict{font-weight:400}
.place,.claim,.source{color:#555;margin:.25rem 0}blockquote{margin:.5rem 0;overflow-wrap:anywhere}
del{background:#fdd}ins{background:#dfd}`;

const descriptions: Record<Verdict, string> = {
  exact: 'The quote is at the named place, character for character.',
  typography: 'The words are at the named place; only typography differs.',
  wrong_page: 'The words are in the named source, but not on the named page.',
  wrong_source: 'The words are not in the named source, but in another one.',
  altered: 'No source has the quote word for word; the words of one place or of several places were changed.',
  not_found: 'No source that was read has the words of the quote, and no altered form of them was found.',
  unreadable: 'The named source or page, or a place where the quote can be, was not read.',
};
const claimRule = { id: 'claim_differs', text: 'The claim differs from the words of its quote.' };

/** The verification as SARIF 2.1.0. Each citation that does not pass is a result; the rule is its verdict. */
function verificationSarif({ citations, warnings }: Verification): string {
  return sarifLog({
    tool: {
      driver: {
        name: 'Proviso verify',
        rules: [
          ...verdictOrder.map((id) => ({ id, shortDescription: { text: descriptions[id] } })),
          { id: claimRule.id, shortDescription: { text: claimRule.text } },
        ],
      },
    },
    invocations: [
      {
        executionSuccessful: true,
        toolExecutionNotifications: warnings.map(({ code, message }) => ({
          descriptor: { id: code },
          level: 'warning',
          message: { text: clean(message) },
        })),
      },
    ],
    results: citations.filter(({ passes }) => !passes).map(resultOf),
  });
}

function resultOf(citation: VerifiedCitation) {
  const { id, given, verdict, detail, found, changes } = citation;
  const isClaim = verdict === 'exact' || verdict === 'typography';
  const word = isClaim ? claimRule.text : verdictSigns[verdict].word;
  const location = locationOf(citation);
  return {
    ruleId: isClaim ? claimRule.id : verdict,
    level: verdict === 'unreadable' ? 'warning' : 'error',
    message: { text: clean(`Citation ${id} (${namedPlace(citation)}): ${word}. ${detail}`) },
    ...(location && { locations: [location] }),
    partialFingerprints: { citation: id },
    properties: { quote: given.quote, ...(found && { found: found.locator }), ...(changes && { changes }) },
  };
}

function locationOf({ given, found }: VerifiedCitation) {
  const uri = found ? found.link : given.source;
  if (uri === undefined) return null;
  const lines = found?.locator.kind === 'lines' ? found.locator : null;
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(uri.replace(/#.*$/s, '')) },
      ...(lines && { region: { startLine: lines.from, endLine: lines.to } }),
    },
  };
}
