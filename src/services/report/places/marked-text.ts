import { overlapping, type SourceText, type Span, shownStretches } from '../../../../engine/model/source.ts';
import { clean } from '../clean.ts';
import type { MarkedText } from '../report.ts';

/**
 * The text of a span as it was read, without page headers and page footers, in pieces: those of the quote are marked. Of
 * a quote with more than twice `longestEnd` characters, the middle is left out.
 */
export function markedPieces(
  { text, skips }: Pick<SourceText, 'text' | 'skips'>,
  shown: Span,
  quote: Span,
  longestEnd: number,
): MarkedText[] {
  const stretches = shownStretches({ skips }, quote);
  const isLong = quote.end - quote.start > 2 * longestEnd;
  const gap = isLong ? { start: quote.start + longestEnd, end: quote.end - longestEnd } : null;
  const left = [...overlapping(skips, shown), ...(gap ? [gap] : [])];
  const edges = [shown, ...stretches, ...left].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set(edges)]
    .filter((cut) => cut >= shown.start && cut <= shown.end)
    .sort((one, other) => one - other);
  return cuts.slice(0, -1).flatMap((start, index) => {
    const end = cuts[index + 1] ?? shown.end;
    const isIn = (one: Span) => one.start <= start && end <= one.end;
    if (gap && isIn(gap)) return start === gap.start ? [{ text: ' […] ', marked: false }] : [];
    if (left.some(isIn)) return [];
    return [{ text: text.slice(start, end), marked: stretches.some(isIn) }];
  });
}

/** The lines of a text in pieces, each clean and without white space at its ends. Empty lines are left out. */
export function linesOf(pieces: readonly MarkedText[]): MarkedText[][] {
  const lines: MarkedText[][] = [[]];
  for (const { text, marked } of pieces) {
    const [first = '', ...others] = text.split('\n');
    lines.at(-1)?.push({ text: first, marked });
    for (const other of others) lines.push([{ text: other, marked }]);
  }
  return lines.map(tidied).filter((line) => line.length > 0);
}

/** A line with clean text. PDFium writes a hyphen at a line end as U+FFFE. */
function tidied(line: readonly MarkedText[]): MarkedText[] {
  const pieces = line
    .map(({ text, marked }) => ({ text: clean(text.replaceAll('\ufffe', '-')), marked }))
    .filter(({ text }) => text !== '');
  while (pieces[0]?.text.trim() === '') pieces.shift();
  while (pieces.at(-1)?.text.trim() === '') pieces.pop();
  return pieces.map(({ text, marked }, index) => {
    const started = index === 0 ? text.trimStart() : text;
    return { text: index === pieces.length - 1 ? started.trimEnd() : started, marked };
  });
}
