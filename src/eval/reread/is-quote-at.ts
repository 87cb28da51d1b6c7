import type { Citation } from '../../../engine/model/citation.ts';
import type { Reread } from './pages.ts';

/** Whether the independently parsed text of the file contains the quote at the place that the citation names. */
export function isQuoteAt({ quote, locator }: Pick<Citation, 'quote' | 'locator'>, file: Reread): boolean {
  const wanted = letters(quote);
  if (wanted === '') return false;
  switch (file.kind) {
    case 'pages': {
      if (locator.kind !== 'page') return false;
      const { page, endPage = page } = locator;
      return runsOver(wanted, file.pages.slice(page - 1, endPage).map(letters));
    }
    case 'lines': {
      if (locator.kind !== 'lines') return letters(file.lines.join(' ')).includes(wanted);
      return letters(file.lines.slice(locator.from - 1, locator.to).join(' ')).includes(wanted);
    }
    case 'whole':
      return letters(file.text).includes(wanted);
  }
}

/**
 * Whether the text is on one of the pages or continues across page breaks. Headers, footers and other text can be
 * between the parts of a text that continues.
 */
function runsOver(wanted: string, pages: readonly string[]): boolean {
  const [first, ...others] = pages;
  if (first === undefined) return false;
  if (first.includes(wanted)) return true;
  if (others.length === 0) return false;
  for (let at = wanted.length - 1; at > 0; at -= 1) {
    if (first.includes(wanted.slice(0, at)) && runsOver(wanted.slice(at), others)) return true;
  }
  return false;
}

/**
 * Removes what two parsers extract differently: space, bullets, leader dots, and lines between the cells of a table.
 */
function letters(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(?:\.\s*){3,}/g, '')
    .replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff\p{Co}•|]+/gu, '');
}
