import type { ReactNode } from 'react';
import type { Mark } from './marks.ts';

type MarkedTextProps = { text: string; start: number; marks: readonly Mark[] };

/**
 * A piece of a document's text, with the words of the quotes marked; `start` is the offset of the piece. Where quotes
 * overlap, the words show the mark of the selected quote.
 */
export function MarkedText({ text, start, marks }: MarkedTextProps) {
  const end = start + text.length;
  const inside = marks.filter((mark) => mark.start < end && mark.end > start);
  if (inside.length === 0) return text;
  const cuts = [...new Set(inside.flatMap((mark) => [mark.start, mark.end]))]
    .filter((cut) => cut > start && cut < end)
    .sort((a, b) => a - b);
  const pieces: ReactNode[] = [];
  let from = start;
  for (const to of [...cuts, end]) {
    const words = text.slice(from - start, to - start);
    const over = inside.filter((mark) => mark.start < to && mark.end > from);
    const shown = over.find(({ kind }) => kind.endsWith(' chosen')) ?? over[0];
    pieces.push(
      shown === undefined || words.trim() === '' ? (
        words
      ) : (
        <mark key={from} className={`quoted quoted-${shown.kind}`} data-mark={shown.kind}>
          {words}
        </mark>
      ),
    );
    from = to;
  }
  return pieces;
}
