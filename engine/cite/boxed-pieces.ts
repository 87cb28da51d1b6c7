import type { PageBox } from '../model/citation.ts';
import { boxFraction } from '../model/locator.ts';
import type { Range, SourceText, Span } from '../model/source.ts';
import { rangesAt } from './locator-at.ts';

/** A piece of a quote: with its box, or the words of a page whose box only the file itself can show. */
export type Piece = { box: PageBox } | { page: number; stored: string; span: Span };

/**
 * The pieces of a quote in order, by the pages that contain them; `span` counts in `stored`, the text of its page.
 * Null when some of its words are in no page or picture of the file, or are hidden there.
 */
export function piecesOf(content: SourceText, span: Span): Piece[] | null {
  const pieces: Piece[] = [];
  const line = new RecognisedLine();
  for (const range of rangesAt(content, span)) {
    const { locator, method, hidden } = range;
    if (hidden) return null;
    if (locator.kind === 'region' && method === 'ocr') {
      if (line.ended) pieces.push(...line.take());
      line.add(
        { page: locator.page ?? 1, ...locator.box },
        /\n/.test(content.text.slice(range.start, range.end)),
      );
    } else if (locator.kind === 'page' && content.loader.id === 'pdf') {
      const stored = content.text.slice(range.start, range.end);
      pieces.push(...line.take());
      pieces.push(
        ...shownStretches(content, range, span).map((shown) => ({ page: locator.page, stored, span: shown })),
      );
    } else return null;
  }
  return [...pieces, ...line.take()];
}

/** The words of one recognised line that belong to the quote. */
class RecognisedLine {
  #box: PageBox | null = null;
  ended = false;

  add(word: PageBox, last: boolean): void {
    this.#box = this.#box === null ? word : around(this.#box, word);
    this.ended = last;
  }

  take(): { box: PageBox }[] {
    const box = this.#box;
    this.#box = null;
    this.ended = false;
    return box === null ? [] : [{ box }];
  }
}

/** The parts of a span in a range that contain words and are not boilerplate; offsets count from the range's start. */
function shownStretches({ text, skips }: SourceText, range: Range, span: Span): Span[] {
  const end = Math.min(range.end, span.end);
  const stretches: Span[] = [];
  let from = Math.max(range.start, span.start);
  for (const skip of skips) {
    if (skip.end <= from || skip.start >= end) continue;
    stretches.push({ start: from, end: skip.start });
    from = skip.end;
  }
  stretches.push({ start: from, end });
  return stretches
    .filter((one) => one.start < one.end && /\S/.test(text.slice(one.start, one.end)))
    .map((one) => ({ start: one.start - range.start, end: one.end - range.start }));
}

function around(a: PageBox, b: PageBox): PageBox {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  const height = Math.max(a.y + a.height, b.y + b.height) - y;
  return { page: a.page, x, y, width: boxFraction(width), height: boxFraction(height) };
}
