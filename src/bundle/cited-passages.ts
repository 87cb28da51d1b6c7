import { rangesAt } from '../../engine/cite/locator-at.ts';
import { quoteText } from '../../engine/cite/quote-text.ts';
import type { Citation } from '../../engine/model/citation.ts';
import type { Finding } from '../../engine/model/finding.ts';
import type { Locator } from '../../engine/model/locator.ts';
import type { Range, ReadMethod, SourceText, Span } from '../../engine/model/source.ts';

/**
 * A piece of the text of a file. `skip` marks a header or footer of a page, which quotes leave out. A piece without a
 * locator is white space between places.
 */
type Piece = Span & { text: string; locator?: Locator; method?: ReadMethod; hidden?: true; skip?: true };

/**
 * The cited parts of the text of a file, as a bundle contains them: pieces in text order, without a gap within a cited
 * page. All offsets are UTF-16 offsets in the whole text, which has `length` characters.
 */
export type BundledText = {
  source: Citation['source'];
  loader: SourceText['loader'];
  length: number;
  pieces: Piece[];
};

/** A page with more characters than this, or a part of a file without pages, is cut around each quote. */
const longestPassage = 20_000;
const around = 8_000;

/** Every citation of a finding: of what it rests on, of what the rules rest on, and of the nearest places. */
export function citationsOf({
  citations,
  basis,
  search,
}: Pick<Finding, 'citations' | 'basis' | 'search'>): Citation[] {
  return [...citations, ...basis, ...search.nearest.map(({ citation }) => citation)];
}

/** Whether all quotes are at their offsets in this text. */
export function quotesAreIn(content: SourceText, citations: readonly Citation[]): boolean {
  return citations.every((citation) => quoteText(content, citation) === citation.quote);
}

/** Returns the text of the pages on which the citations of one file are, or the text around them without pages. */
export function citedPassages(
  content: SourceText,
  citations: readonly [Citation, ...Citation[]],
): BundledText {
  const passages = joined(citations.map((citation) => passageOf(content, citation)));
  return {
    source: citations[0].source,
    loader: content.loader,
    length: content.text.length,
    pieces: passages.flatMap((passage) => piecesOf(content, passage)),
  };
}

/** Cuts a passage where a place or a header begins or ends. */
function piecesOf({ text, ranges, skips }: SourceText, passage: Span): Piece[] {
  const touches = (one: Span) => one.start < passage.end && one.end > passage.start;
  const [places, headers] = [ranges.filter(touches), skips.filter(touches)];
  const edges = [passage, ...places, ...headers].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set(edges)]
    .filter((cut) => cut >= passage.start && cut <= passage.end)
    .sort((one, other) => one - other);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? passage.end;
    const around = (one: Span) => one.start <= start && end <= one.end;
    const { locator, method, hidden } = places.find(around) ?? {};
    return {
      ...{ start, end, text: text.slice(start, end) },
      ...(locator && { locator }),
      ...(method && { method }),
      ...(hidden && { hidden }),
      ...(headers.some(around) && { skip: true as const }),
    };
  });
}

function passageOf({ ranges, ...content }: SourceText, { start, end }: Span): Span {
  const cited = rangesAt({ ranges, ...content }, { start, end });
  const [first, last] = [cited[0], cited.at(-1)];
  if (first === undefined || last === undefined) return { start, end };
  const whole = {
    start: Math.min(start, edgeOfPage(ranges, first, -1).start),
    end: Math.max(end, edgeOfPage(ranges, last, 1).end),
  };
  if (whole.end - whole.start <= longestPassage) return whole;
  return { start: Math.max(whole.start, start - around), end: Math.min(whole.end, end + around) };
}

/** The farthest range in a direction up to which all ranges are on the same page or slide; without pages, the range. */
function edgeOfPage(ranges: readonly Range[], from: Range, step: 1 | -1): Range {
  const page = pageOf(from);
  let edge = from;
  for (let at = ranges.indexOf(from) + step; page !== null; at += step) {
    const next = ranges[at];
    if (next === undefined || pageOf(next) !== page) break;
    edge = next;
  }
  return edge;
}

/** The number of the page or slide of a range; null if it is not on one. */
function pageOf({ locator }: Range): number | null {
  if (locator.kind === 'page' || locator.kind === 'region') return locator.page ?? null;
  return locator.kind === 'slide' ? locator.slide : null;
}

/** Joins spans that overlap or touch, in text order. */
function joined(spans: Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else all.push({ ...span });
  }
  return all;
}
