import { quoteText } from '../../../engine/cite/quote-text.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import type { SourceText, Span } from '../../../engine/model/source.ts';

/** Whether the words of the citation are at its offsets in the text. */
export function isQuotedIn(content: SourceText, citation: Span & Pick<Citation, 'quote'>): boolean {
  return quoteText(content, citation) === citation.quote;
}

/** The stretches of a text with the words of a quote, in text order, without the page headers and page footers. */
export function stretchesOf({ skips }: Pick<SourceText, 'skips'>, { start, end }: Span): Span[] {
  const stretches: Span[] = [];
  let from = start;
  for (const skip of within(skips, { start, end })) {
    stretches.push({ start: from, end: Math.max(from, skip.start) });
    from = Math.max(from, skip.end);
  }
  stretches.push({ start: from, end: Math.max(from, end) });
  return stretches.filter((one) => one.start < one.end);
}

/** The spans that have characters inside another span. The spans must be in text order. */
export function within<One extends Span>(all: readonly One[], { start, end }: Span): One[] {
  return all.filter((one) => one.end > start && one.start < end);
}
