import { rangesAt } from '../../cite/locator-at.ts';
import { fold } from '../../cite/match/fold.ts';
import type { Folded } from '../../cite/match/folded.ts';
import { buildIndex } from '../../cite/match/folded-source.ts';
import { strictMatches } from '../../cite/match/strict-match.ts';
import { quoteText } from '../../cite/quote-text.ts';
import { boxesOf, type LookAtPages } from '../../cite/with-boxes.ts';
import type { Limits } from '../../job.ts';
import type { PageBox } from '../../model/citation.ts';
import { isComment, type Locator } from '../../model/locator.ts';
import { hiddenFrom, type SourceText, type Span } from '../../model/source.ts';
import type { OfficeFile } from '../../ports.ts';
import { assemble } from '../assemble.ts';
import { isRecording } from '../formats/format.ts';
import { documentFormat, fileFormats } from '../formats/formats.ts';
import { placePages } from '../pages/box-locator.ts';
import type { PageSpan, Part } from '../part.ts';
import { quoteBoxes } from '../pdf/boxes/quote-boxes.ts';
import { askReader, type Reader } from '../sandbox/reader.ts';
import { withReader } from '../sandbox/with-reader.ts';
import { asLaidOut } from './with-pages.ts';

/** A quote of an office file: its span in the text that was read from the file, and the place that the span has. */
export type OfficeQuote = { content: SourceText; span: Span; locator: Locator };

/** Reading the cited pages usually takes less than a second. After this time, the quotes count as not located. */
const mostMs = 20_000;
/** A quote on more pages than this is not located. */
const mostPages = 4;

/** How a file of this media type is laid out on pages; null if it is not an office document or a presentation. */
export function officeLayout(mediaType: string): Pick<OfficeFile, 'ending' | 'isPresentation'> | null {
  const format = fileFormats.find((one) => one.mediaType === mediaType);
  if (format === undefined || isRecording(format)) return null;
  const isPresentation = format.kind === 'Presentation';
  return isPresentation || format.isPrinted ? { ending: format.extensions[0], isPresentation } : null;
}

/**
 * Locates quotes of an office file in `pdf`, the same file as a layout program laid it out. Returns the boxes around
 * the words of each quote, in the order of the quotes. The boxes are null unless exactly the words of the quote are in
 * the text of the PDF, on the cited page, at one certain place. Quotes without a page or slide, comments and speaker
 * notes have no boxes. The PDF is read in a process that can be killed. Throws a `ReadFailure`, or the signal's reason.
 */
export async function locateOnPages(
  pdf: string,
  quotes: readonly OfficeQuote[],
  { fileMemoryBytes: memoryBytes, fileMs, fileCharacters: characters }: Limits,
  signal: AbortSignal,
): Promise<(PageBox[] | null)[]> {
  const cited = quotes.map(citedPages);
  const wanted = [...new Set(cited.flatMap((pages) => (pages === null ? [] : numbersOf(pages))))];
  if (wanted.length === 0) return quotes.map(() => null);
  return withReader({ memoryBytes, ms: Math.min(mostMs, fileMs) }, signal, async (child) => {
    const opened = await askReader(child, { ask: 'open', format: 'pdf', path: pdf, hints: {}, characters });
    const last = opened.reply === 'opened' ? (opened.pageCount ?? 0) : 0;
    const content = await readPages(
      child,
      wanted.filter((page) => page <= last).sort((a, b) => a - b),
    );
    const spans = quotes.map((quote, index) => {
      const pages = cited[index] ?? null;
      return pages === null ? null : spanOn(content, pages, quote);
    });
    const found = spans.flatMap((span) => (span === null ? [] : [{ content, span }]));
    const lookAt: LookAtPages = async (_, pages) => {
      const placed = await placePages(child, pages);
      return pages.map(({ spans: own }, index) => {
        const page = placed[index] ?? null;
        return own.map((span) => page && quoteBoxes(page, span));
      });
    };
    const boxes = await boxesOf(found, '', lookAt);
    await askReader(child, { ask: 'close' });
    return spans.map((span) => (span === null ? null : (boxes.shift() ?? null)));
  });
}

/** The pages on which the words of a quote are displayed; null if they are not displayed on certain pages. */
function citedPages({ locator, content, span }: OfficeQuote): PageSpan | null {
  if (isComment(locator) || span.end > hiddenFrom(content)) return null;
  if (locator.kind === 'slide') return locator.notes ? null : { from: locator.slide, to: locator.slide };
  if (locator.kind !== 'page') return null;
  const { page: from, endPage: to = from } = locator;
  return to - from < mostPages ? { from, to } : null;
}

function numbersOf({ from, to }: PageSpan): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** The text of some pages of the PDF that the child process has opened. */
async function readPages(child: Reader, pages: readonly number[]): Promise<SourceText> {
  const parts: Part[] = [];
  for (const page of pages) {
    let answer = await askReader(child, { ask: 'read', pages: { from: page, to: page } });
    while (answer.reply === 'parts') {
      parts.push(...answer.parts);
      if (answer.done) break;
      answer = await askReader(child, { ask: 'more' });
    }
  }
  return assemble(documentFormat('pdf'), parts, { countedAs: 'pages', warnings: [], unread: [] });
}

/**
 * The words of a quote in the text of the pages. If the paragraph of the quote is on the pages exactly once, the words
 * are in it. Otherwise, as where a page break divides the paragraph, they must be on the pages exactly once, and the
 * page numbers of the quote must be those of the layout.
 */
function spanOn(pages: SourceText, cited: PageSpan, quote: OfficeQuote): Span | null {
  const index = buildIndex(pages);
  const within = textOfPages(pages, cited);
  const isWithin = (outer: Span) => (inner: Span) => inner.start >= outer.start && inner.end <= outer.end;
  const found = spansOf(fold(quoteText(quote.content, quote.span)), index).filter(isWithin(within));
  const paragraph = paragraphOf(quote);
  const paragraphs = spansOf(fold(quoteText(quote.content, paragraph)), index).filter(isWithin(within));
  const [own, ...others] = paragraphs;
  if (own !== undefined && others.length === 0) {
    const inside = found.filter(isWithin(own));
    const { place, count } = ordinalOf(quote, paragraph);
    return inside.length === count ? (inside[place] ?? null) : null;
  }
  const hasPagesOfLayout =
    quote.locator.kind === 'slide' || quote.content.warnings.some(({ code }) => code === asLaidOut.code);
  return found.length === 1 && hasPagesOfLayout ? (found[0] ?? null) : null;
}

/** The visible text of consecutive pages; empty if none of them was read. */
function textOfPages({ ranges }: SourceText, { from, to }: PageSpan): Span {
  const own = ranges.filter(
    ({ locator, hidden }) => !hidden && locator.kind === 'page' && locator.page >= from && locator.page <= to,
  );
  return { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 };
}

function spansOf(words: Folded, index: Folded): Span[] {
  return [...strictMatches(words, index)].map(({ from, to }) => ({
    start: index.starts[from] ?? 0,
    end: index.ends[to - 1] ?? 0,
  }));
}

/** The paragraphs, rows or text boxes that contain words of the quote. */
function paragraphOf({ content, span }: OfficeQuote): Span {
  const ranges = rangesAt(content, span);
  return {
    start: Math.min(span.start, ranges[0]?.start ?? span.start),
    end: Math.max(span.end, ranges.at(-1)?.end ?? span.end),
  };
}

/** How often the words of a quote occur in its paragraph, and which of these occurrences the quote is, from 0. */
function ordinalOf({ content, span }: OfficeQuote, paragraph: Span): { place: number; count: number } {
  const words = fold(quoteText(content, span));
  const all = spansOf(words, fold(content.text.slice(paragraph.start, paragraph.end)));
  const place = all.findIndex(({ end }) => end + paragraph.start > span.start);
  return { place, count: all.length };
}
