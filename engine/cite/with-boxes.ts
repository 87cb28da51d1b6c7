import type { Citation, PageBox } from '../model/citation.ts';
import type { Finding } from '../model/finding.ts';
import { type Box, boxFraction, isComment } from '../model/locator.ts';
import { grouped } from '../model/sorted.ts';
import {
  type PageSpans,
  type Range,
  type Source,
  type SourceText,
  type Span,
  shownStretches,
} from '../model/source.ts';
import { rangesAt } from './locator-at.ts';

/**
 * Locates spans on pages of the file with this SHA-256. The returned list has for each page the boxes of each span, or
 * null for a span whose position is uncertain. If the file cannot be read, the function returns null instead of the
 * list. Rejects with the reason of the run's signal when the run is canceled.
 */
export type LookAtPages = (sha256: string, pages: PageSpans[]) => Promise<(Box[] | null)[][] | null>;

/** Words of a source: a span of its text. */
export type QuotedSpan = { content: SourceText; span: Span };

/**
 * The finding with boxes around the words that it shows, one for each line of a quote. A citation gets boxes only if all
 * of its words were located; otherwise it gets none. Rejects when `lookAt` does.
 */
export async function withBoxes(
  finding: Finding,
  sources: readonly Source[],
  lookAt: LookAtPages,
): Promise<Finding> {
  const boxes = new Map<Citation, PageBox[]>();
  for (const [sha256, cited] of byContent(shownCitations(finding), sources)) {
    const located = await boxesOf(
      cited.map(({ content, citation }) => ({ content, span: citation })),
      sha256,
      lookAt,
    );
    for (const [index, { citation }] of cited.entries()) {
      const found = located[index];
      if (found) boxes.set(citation, found);
    }
  }
  const boxed = (citation: Citation): Citation => {
    const found = boxes.get(citation);
    return found === undefined ? citation : { ...citation, boxes: found };
  };
  const { citations, basis, search } = finding;
  const nearest = search.nearest.map((near) => ({ ...near, citation: boxed(near.citation) }));
  return boxes.size === 0
    ? finding
    : {
        ...{ ...finding, citations: citations.map(boxed), basis: basis.map(boxed) },
        search: { ...search, nearest },
      };
}

/** The citations that a reader is shown: the nearest passages only if nothing is cited. */
export function shownCitations({ citations, basis, search }: Finding): Citation[] {
  const nearest = citations.length > 0 ? [] : search.nearest.map(({ citation }) => citation);
  return [...citations, ...basis, ...nearest];
}

/**
 * The boxes around the words of spans of the file with this SHA-256, in the order of the spans. The boxes of a span are
 * null unless all of its words were located. Rejects when `lookAt` does.
 */
export async function boxesOf(
  spans: readonly QuotedSpan[],
  sha256: string,
  lookAt: LookAtPages,
): Promise<(PageBox[] | null)[]> {
  const quoted = spans.map(({ content, span }) => piecesOf(content, span) ?? []);
  const pages = pagesOf(quoted);
  const located = pages.length === 0 ? [] : await lookAt(sha256, pages);
  return quoted.map((pieces) => {
    if (located === null || pieces.length === 0) return null;
    const drawn = pieces.map((piece) => boxesOfPiece(piece, pages, located));
    return drawn.includes(null) ? null : drawn.flatMap((one) => one ?? []);
  });
}

type CitedIn = { content: SourceText; citation: Citation };

/** The citations of known sources, by the SHA-256 of the cited file. */
function byContent(citations: readonly Citation[], sources: readonly Source[]): Map<string, CitedIn[]> {
  const known = citations.flatMap((citation) => {
    const { role, fileIndex } = citation.source;
    const source = sources.find((one) => one.role === role && one.fileIndex === fileIndex);
    return source === undefined ? [] : [{ content: source.content, citation }];
  });
  return grouped(known, ({ citation }) => citation.source.sha256);
}

/** The pages to look at, each once, with all the spans to locate on the page. */
function pagesOf(quoted: readonly Piece[][]): PageSpans[] {
  const pages = new Map<number, PageSpans>();
  for (const piece of quoted.flat()) {
    if ('box' in piece) continue;
    const page = pages.get(piece.page) ?? { page: piece.page, stored: piece.stored, spans: [] };
    page.spans.push(piece.span);
    pages.set(piece.page, page);
  }
  return [...pages.values()];
}

function boxesOfPiece(
  piece: Piece,
  pages: readonly PageSpans[],
  located: (Box[] | null)[][],
): PageBox[] | null {
  if ('box' in piece) return [piece.box];
  const at = pages.findIndex(({ page }) => page === piece.page);
  const boxes = located[at]?.[pages[at]?.spans.indexOf(piece.span) ?? -1] ?? null;
  return boxes === null ? null : boxes.map((box) => ({ page: piece.page, ...box }));
}

/**
 * A part of a quote: its box if one is stored, otherwise its span in the text of a page. The box of such a span has yet
 * to be found in the file.
 */
type Piece = { box: PageBox } | { page: number; stored: string; span: Span };

/**
 * The parts of a quote in order. In a part without a box, `stored` is the text of the page, and the offsets of `span`
 * refer to this text. Null when some words of the quote are hidden or a comment, or are not on a page of a PDF or in a
 * picture.
 */
function piecesOf(content: SourceText, span: Span): Piece[] | null {
  const pieces: Piece[] = [];
  const line = new RecognisedLine();
  for (const range of rangesAt(content, span)) {
    const { locator, method, hidden } = range;
    if (hidden || isComment(locator)) return null;
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
        ...wordsIn(content, range, span).map((shown) => ({ page: locator.page, stored, span: shown })),
      );
    } else return null;
  }
  return [...pieces, ...line.take()];
}

/** Collects the words of a quote in one recognised line, and the box around them. */
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

/**
 * The parts of `span` inside `range` that contain words and are not boilerplate, with offsets from the start of the
 * range.
 */
function wordsIn(content: SourceText, range: Range, span: Span): Span[] {
  const both = { start: Math.max(range.start, span.start), end: Math.min(range.end, span.end) };
  return shownStretches(content, both)
    .filter(({ start, end }) => /\S/.test(content.text.slice(start, end)))
    .map(({ start, end }) => ({ start: start - range.start, end: end - range.start }));
}

function around(a: PageBox, b: PageBox): PageBox {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  const height = Math.max(a.y + a.height, b.y + b.height) - y;
  return { page: a.page, x, y, width: boxFraction(width), height: boxFraction(height) };
}
