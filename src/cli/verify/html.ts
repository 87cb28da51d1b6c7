import type { DiffPart, Verification, VerifiedCitation } from '../../../engine/model/verification.ts';
import { clean } from '../../services/report/clean.ts';
import { claimWords, namedPlace, signOf, verdictOrder, verdictSigns } from './verdict-words.ts';

/** The verification as one HTML page without scripts and links to other files; what does not pass comes first. */
export function verificationPage({ citations, counts, warnings }: Verification): string {
  const ordered = [...citations].sort((one, other) => Number(one.passes) - Number(other.passes));
  const shown = verdictOrder.filter((verdict) => (counts.verdicts[verdict] ?? 0) > 0);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Proviso: verified citations</title><style>${style}</style></head><body><main>
<h1>${counts.passed} of ${counts.citations} citations pass</h1>
<ul class="counts">${shown.map((verdict) => `<li>${counts.verdicts[verdict]} ${verdictSigns[verdict].word}</li>`).join('')}</ul>
${warnings.length > 0 ? `<h2>Warnings</h2><ul>${warnings.map(({ message }) => `<li>${text(message)}</li>`).join('')}</ul>` : ''}
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
<h3>${text(id)} <span class="verdict">${icon} ${word}</span></h3>
<p class="place">${text(namedPlace(citation))}</p>
<blockquote>${diff ? diff.map(diffHtml).join(' ') : text(given.quote)}</blockquote>
<p>${text(detail)}</p>
${claims.map((one) => `<p>${text(one)}</p>`).join('')}
${given.claim ? `<p class="claim">Claim: ${text(given.claim)}</p>` : ''}
${found && verdict !== 'exact' ? `<p class="source">The source: “${text(found.quote)}”</p>` : ''}
</article>`;
}

function diffHtml({ in: where, text: words }: DiffPart): string {
  if (where === 'both') return text(words);
  return where === 'source' ? `<del>${text(words)}</del>` : `<ins>${text(words)}</ins>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function text(words: string): string {
  return clean(words).replace(/[&<>"']/g, (char) => entities[char] ?? char);
}

const style = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;color:#1c1c1c;background:#fff}
main{max-width:52rem;margin:auto;padding:1rem}h1{font-size:1.5rem}h2{font-size:1.2rem}h3{font-size:1rem;margin:0}
.counts{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;list-style:none;padding:0}
article{border-left:.3rem solid #2e7d32;padding:.25rem 1rem;margin:1rem 0;break-inside:avoid}
article.fails{border-color:#b00020}article.open{border-color:#8a6100}.verdict{font-weight:400}
.place,.claim,.source{color:#555;margin:.25rem 0}blockquote{margin:.5rem 0;overflow-wrap:anywhere}
del{background:#fdd}ins{background:#dfd}`;
