import type { SourceText, Span } from '../model/source.ts';

/** The text of a span of a source, without the boilerplate inside the span. */
export function readableText(
  { text, skips }: Pick<SourceText, 'text' | 'skips'>,
  { start, end }: Span,
): string {
  let words = '';
  let from = start;
  for (let at = firstEndingAfter(skips, start); at < skips.length; at += 1) {
    const skip = skips[at];
    if (!skip || skip.start >= end) break;
    words += text.slice(from, Math.max(from, skip.start));
    from = Math.max(from, skip.end);
  }
  return words + text.slice(from, Math.max(from, end));
}

function firstEndingAfter(skips: readonly Span[], offset: number): number {
  let low = 0;
  let high = skips.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((skips[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
