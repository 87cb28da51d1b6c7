import { locatorAt } from '../../../engine/cite/locator-at.ts';
import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import {
  type Heading,
  overlapping,
  type Range,
  type SourceText,
  type Span,
  shownStretches,
} from '../../../engine/model/source.ts';
import { AppError } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import { type CitationRef, citationLists, citationsOf, ownedCitation } from './citation-ref.ts';
import { isQuotedIn } from './quoted.ts';

/**
 * A part of the text that was read from a cited file. All offsets are UTF-16 offsets in the whole text, which has
 * `length` characters. The ranges, skips and headings are cut to the part.
 */
type CitedText = TextPart & {
  length: number;
  /** The first row of the cited sheet or table; null if the file is not a table. */
  firstRow: TextPart | null;
  /** The quotes of the finding in the file, also those outside the part. */
  quotes: PlacedQuote[];
};

type TextPart = Span & {
  text: string;
  ranges: Omit<Range, 'confidence' | 'lineEnds'>[];
  skips: Span[];
  headings: Omit<Heading, 'text'>[];
};

/** The stretches of a text with the words of a quote, without the page headers and page footers between them. */
export type PlacedQuote = { list: CitationRef['list']; index: number; stretches: Span[] };

/** The offsets at which a part begins and ends. */
type AskedPart = { from?: number; to?: number };

/** The text before and after a quote, in characters, that is returned if the caller does not name a part. */
const around = 8_000;
/** The maximum length of a part, in characters. */
export const mostCharacters = 32_000;
/** A line end is used if there is one within this many characters. */
const longestLine = 4_000;

/** The texts of cited files, as the run read them. */
export function citedTextService({ store, findTexts }: Pick<Dependencies, 'store' | 'findTexts'>) {
  return {
    /**
     * Returns a part of the text of the cited file: the part from `from` to `to`, at most `mostCharacters`. An absent end
     * is at a line end some 8,000 characters from the other end, or from the quote if both are absent. The text is returned only if the quote is at its offsets in this text. Throws
     * `project_not_found`, `run_not_found`, `finding_not_found`, `citation_not_found`, and `text_not_found` if the text is
     * no longer stored.
     */
    async get(actor: Actor, cited: CitationRef, part: AskedPart = {}): Promise<CitedText> {
      const { finding, citation } = await ownedCitation(actor, cited, store);
      for await (const content of findTexts(actor.workspaceId, citation.source.sha256)) {
        if (!isQuotedIn(content, citation)) continue;
        const row = firstRow(content, citation);
        return {
          ...partOf(content, partAround(content.text, citation, part)),
          length: content.text.length,
          firstRow: row && partOf(content, row),
          quotes: quotesIn(content, finding, citation),
        };
      }
      throw new AppError(
        'text_not_found',
        `the text of ${citation.source.name} is no longer stored: check the project again`,
      );
    },
  };
}

/** The quotes of a finding that are in the same file as `cited`, and whose words are at their offsets in the text. */
function quotesIn(content: SourceText, finding: Finding, { source: { sha256 } }: Citation): PlacedQuote[] {
  return citationLists.flatMap((list) =>
    citationsOf(finding, list).flatMap((citation, index) =>
      citation.source.sha256 === sha256 && isQuotedIn(content, citation)
        ? [{ list, index, stretches: shownStretches(content, citation) }]
        : [],
    ),
  );
}

function partAround(text: string, quote: Span, { from, to }: AskedPart): Span {
  const start = Math.min(from ?? lineStart(text, Math.max(0, (to ?? quote.start) - around)), text.length);
  const farthest = Math.min(start + mostCharacters, text.length);
  return {
    start,
    end: Math.min(Math.max(to ?? lineEnd(text, (from ?? quote.end) + around), start), farthest),
  };
}

function partOf(content: SourceText, inside: Span): TextPart {
  const { text, ranges, skips, headings } = content;
  const { start, end } = inside;
  return {
    ...inside,
    text: text.slice(start, end),
    ranges: overlapping(ranges, inside).map(({ locator, method, hidden, ...range }) => ({
      ...cut(range, inside),
      locator: locator.kind === 'lines' ? linesOf(content, cut(range, inside), locator) : locator,
      method,
      ...(hidden && { hidden }),
    })),
    skips: overlapping(skips, inside).map((one) => cut(one, inside)),
    headings: overlapping(headings, inside).map((one) => ({ ...cut(one, inside), level: one.level })),
  };
}

/** The lines of a cut range; the lines of the whole range if the cut range has no words. */
function linesOf(content: SourceText, span: Span, whole: Range['locator']): Range['locator'] {
  return /\S/.test(content.text.slice(span.start, span.end))
    ? locatorAt({ ...content, skips: [] }, span)
    : whole;
}

function cut({ start, end }: Span, inside: Span): Span {
  return { start: Math.max(start, inside.start), end: Math.min(end, inside.end) };
}

/** The start of the line that contains an offset; the offset itself if the line is long. */
function lineStart(text: string, offset: number): number {
  const at = offset === 0 ? -1 : text.lastIndexOf('\n', offset - 1);
  return at + 1 >= offset - longestLine ? at + 1 : wholeCharacter(text, offset);
}

/** The end of the line that contains an offset, after its line end; the offset itself if the line is long. */
function lineEnd(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const at = text.indexOf('\n', Math.max(0, offset - 1));
  const end = at < 0 ? text.length : at + 1;
  return end <= offset + longestLine ? end : wholeCharacter(text, offset);
}

/** The offset, or the offset before it if it is in the middle of a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  return /^[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}

/** A first row with more characters than this is not a row of headings. */
const mostRowCharacters = 8_000;

/**
 * The first row of the cited sheet, which usually names its columns, or the first record of a cited table in text form;
 * null if the file is not a table, or if the row is very long.
 */
function firstRow(content: SourceText, { locator, source }: Citation): Span | null {
  const row =
    locator.kind === 'cell'
      ? firstRowOf(locator.sheet, content)
      : source.mediaType === 'text/csv' && locator.kind === 'lines'
        ? firstRecord(content)
        : null;
  return row !== null && row.end - row.start <= mostRowCharacters ? row : null;
}

function firstRowOf(sheet: string, { ranges, headings }: SourceText): Span | null {
  // The name of a sheet is read as a heading, which is cited as cell A1.
  const names = new Set(headings.map(({ start }) => start));
  const cells = ranges.filter(
    ({ start, locator, hidden }) =>
      !hidden && locator.kind === 'cell' && locator.sheet === sheet && !locator.comment && !names.has(start),
  );
  const [first] = cells;
  if (first === undefined) return null;
  const last = cells.findLast((cell) => rowOf(cell) === rowOf(first)) ?? first;
  return { start: first.start, end: last.end };
}

/** The number of the row of a cell, as in its name. */
function rowOf({ locator }: Range): string {
  return locator.kind === 'cell' ? locator.range.replace(/^\D+/, '') : '';
}

function firstRecord({ text, ranges: [first] }: SourceText): Span | null {
  if (first === undefined) return null;
  const end = text.indexOf('\n\n', first.start);
  return { start: first.start, end: end < 0 ? first.end : end };
}
