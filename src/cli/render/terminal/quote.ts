import type { Colors } from 'picocolors/types.js';
import type { Citation } from '../../../../engine/model/citation.ts';
import { clean } from '../clean.ts';
import { decisiveSpans } from '../decisive.ts';
import { cautionWords, placeWords, stanceWords } from '../words.ts';
import { type Page, paragraph } from './page.ts';

/** A quote behind a bar, its decisive words marked, with file and place below. */
export function quoteLines(page: Page, citation: Citation, ruleText: string, bar: string): string[] {
  const { paint } = page;
  return [
    ...paragraph(page, marked(paint, clean(citation.quote), ruleText), bar),
    ...paragraph(page, paint.dim(sourceWords(citation)), bar),
  ];
}

/** The decisive words in bold and underlined, so that they stand out without colour too. */
export function marked(paint: Colors, text: string, ruleText: string): string {
  let at = 0;
  let out = '';
  for (const { start, end } of decisiveSpans(text, ruleText)) {
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
