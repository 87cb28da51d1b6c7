import type { Colors } from 'picocolors/types.js';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { Finding } from '../../../../engine/model/finding.ts';
import type { Span } from '../../../../engine/model/source.ts';
import { placeWords } from '../../../domain/place-words.ts';
import { clean } from '../../../services/report/clean.ts';
import { decisiveSpans, ruleText } from '../../../services/report/decisive.ts';
import { cautionWords, stanceRemark } from '../../../services/report/words.ts';
import { type Page, paragraph } from './page.ts';

/** A quote behind a vertical bar, with its decisive words marked, and below it the file and the place in the file. */
export function quoteLines(page: Page, citation: Citation, finding: Finding, bar: string): string[] {
  const { paint } = page;
  const quote = clean(citation.quote);
  return [
    ...paragraph(page, marked(paint, quote, decisiveSpans(quote, ruleText(finding))), bar),
    ...paragraph(page, paint.dim(sourceWords(citation, finding)), bar),
  ];
}

/** Marks spans of the text in bold and underlined, so that they are visible without colour too. */
export function marked(paint: Colors, text: string, spans: readonly Span[]): string {
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
