import { quoteText } from '../../../engine/cite/quote-text.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import type { SourceText, Span } from '../../../engine/model/source.ts';

/** Whether the words of the citation are at its offsets in the text. */
export function isQuotedIn(content: SourceText, citation: Span & Pick<Citation, 'quote'>): boolean {
  return quoteText(content, citation) === citation.quote;
}
