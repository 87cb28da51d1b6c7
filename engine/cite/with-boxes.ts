import type { Citation, PageBox } from '../model/citation.ts';
import type { Finding } from '../model/finding.ts';
import type { Box } from '../model/locator.ts';
import type { PageSpans, Source } from '../model/source.ts';
import { type Piece, piecesOf } from './boxed-pieces.ts';

/**
 * Locates spans on pages of the file with this content: for each page the boxes of each of its spans, null for a span
 * whose place is uncertain; null when the file is not readable. Throws the signal's reason.
 */
export type LookAtPages = (
  sha256: string,
  pages: PageSpans[],
  signal: AbortSignal,
) => Promise<(Box[] | null)[][] | null>;

type Quoted = { citation: Citation; pieces: Piece[] };

/**
 * The finding with boxes around the words it cites, one for each line of a quote. A citation has all of its boxes or
 * none: none where one of its words is on no page, or its place is uncertain. Throws the signal's reason.
 */
export async function withBoxes(
  finding: Finding,
  sources: readonly Source[],
  lookAt: LookAtPages,
  signal: AbortSignal,
): Promise<Finding> {
  const boxes = new Map<Citation, PageBox[]>();
  for (const [sha256, quoted] of byContent([...finding.citations, ...finding.basis], sources)) {
    const pages = pagesOf(quoted);
    const located = pages.length === 0 ? [] : await lookAt(sha256, pages, signal);
    if (located === null) continue;
    for (const { citation, pieces } of quoted) {
      const drawn = pieces.map((piece) => boxesOf(piece, pages, located));
      if (drawn.length > 0 && !drawn.includes(null))
        boxes.set(
          citation,
          drawn.flatMap((one) => one ?? []),
        );
    }
  }
  const boxed = (citation: Citation): Citation => {
    const found = boxes.get(citation);
    return found === undefined ? citation : { ...citation, boxes: found };
  };
  return boxes.size === 0
    ? finding
    : { ...finding, citations: finding.citations.map(boxed), basis: finding.basis.map(boxed) };
}

/** The citations of each file content whose words are on pages. */
function byContent(citations: readonly Citation[], sources: readonly Source[]): Map<string, Quoted[]> {
  const all = new Map<string, Quoted[]>();
  for (const citation of citations) {
    const { role, fileIndex, sha256 } = citation.source;
    const source = sources.find((one) => one.role === role && one.fileIndex === fileIndex);
    const pieces = source === undefined ? null : piecesOf(source.content, citation);
    if (pieces !== null) all.set(sha256, [...(all.get(sha256) ?? []), { citation, pieces }]);
  }
  return all;
}

/** Each page once, with all the spans to locate on it. */
function pagesOf(quoted: readonly Quoted[]): PageSpans[] {
  const pages = new Map<number, PageSpans>();
  for (const piece of quoted.flatMap(({ pieces }) => pieces)) {
    if ('box' in piece) continue;
    const page = pages.get(piece.page) ?? { page: piece.page, stored: piece.stored, spans: [] };
    page.spans.push(piece.span);
    pages.set(piece.page, page);
  }
  return [...pages.values()];
}

function boxesOf(piece: Piece, pages: readonly PageSpans[], located: (Box[] | null)[][]): PageBox[] | null {
  if ('box' in piece) return [piece.box];
  const at = pages.findIndex(({ page }) => page === piece.page);
  const boxes = located[at]?.[pages[at]?.spans.indexOf(piece.span) ?? -1] ?? null;
  return boxes === null ? null : boxes.map((box) => ({ page: piece.page, ...box }));
}
