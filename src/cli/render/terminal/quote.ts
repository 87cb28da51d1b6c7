import type { Colors } from 'picocolors/types.js';
import type { Citation } from '../../../../engine/model/citation.ts';
import type { Span } from '../../../../engine/model/source.ts';
import { placeWords } from '../../../domain/place-words.ts';
import { clean } from '../../../services/report/clean.ts';
import { decisiveSpans } from '../../../services/report/decisive.ts';
import { cautionWords, stanceWords } from '../../../services/report/words.ts';
import { type Page, paragraph } from './page.ts';

/** A quote behind a vertical bar, with its decisive words marked, and below it the file and the place in the file. */
export function quoteLines(page: Page, citation: Citation, ruleText: string, bar: string): string[] {
  const { paint } = page;
  const quote = clean(citation.quote);
  return [
    ...paragraph(page, marked(paint, quote, decisiveSpans(quote, ruleText)), bar),
    ...paragraph(page, paint.dim(sourceWords(citation)), bar),
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

function sourceWords(citation: Citation): string {
  const stance = citation.stance === 'supports' ? [] : [stanceWords[citation.stance]];
  return [
    clean(citation.source.name),
    clean(placeWords(citation.locator)),
    ...stance,
    ...cautionWords(citation),
  ].join(' · ');
}
