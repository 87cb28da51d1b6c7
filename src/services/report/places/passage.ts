import { rangesAt } from '../../../../engine/cite/locator-at.ts';
import { isComment, type Locator } from '../../../../engine/model/locator.ts';
import type { Range, SourceText, Span } from '../../../../engine/model/source.ts';
import type { Context } from '../report.ts';
import { linesOf, markedPieces } from './marked-text.ts';

/** The most characters that are shown before and after a quote, each. */
const around = 300;
/** Of a quote with more characters than twice this, only this many at its beginning and at its end are shown. */
const longestEnd = 600;
const divider = ' | ';

/**
 * The paragraphs around a quote that is at its offsets in the text. They end where the page, slide, sheet or message
 * ends, and comments and hidden text are never mixed with the text of the document. Null if nothing is around the quote.
 */
export function passageAround(content: SourceText, quote: Span): Context | null {
  const cited = rangesAt(content, quote);
  const [first, last] = [cited[0], cited.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [before, after] = [
    edgeOf(content, first, -1, quote.start - around),
    edgeOf(content, last, 1, quote.end + around),
  ];
  const from = startBefore(content, quote.start, before.offset);
  const to = endAfter(content, quote.end, after.offset);
  const { text } = content;
  const isCut = (at: number, { offset, endsPart }: Edge) =>
    isInLine(text, at) && !(endsPart && at === offset);
  const pieces = [
    ...(isCut(from, before) ? [{ text: '… ', marked: false }] : []),
    ...markedPieces(content, { start: from, end: to }, quote, longestEnd),
    ...(isCut(to, after) ? [{ text: ' …', marked: false }] : []),
  ];
  const lines = linesOf(pieces);
  return lines.flat().every(({ marked }) => marked) ? null : { kind: 'passage', lines };
}

/** Where the text around a quote must end, and whether the part of the document ends there. */
type Edge = { offset: number; endsPart: boolean };

/** The edge of the farthest range in a direction that begins before a limit and is in the same part of the document. */
function edgeOf({ text, ranges }: SourceText, from: Range, step: 1 | -1, limit: number): Edge {
  const part = partOf(from);
  let farthest = from;
  let endsPart = true;
  for (let at = ranges.indexOf(from) + step; ; at += step) {
    const next = ranges[at];
    if (next === undefined || partOf(next) !== part) break;
    endsPart = step < 0 ? next.end > limit : next.start < limit;
    if (!endsPart) break;
    farthest = next;
  }
  const offset = step < 0 ? farthest.start : farthest.end;
  // The reader of a sheet writes a divider after each cell.
  const isCell = step > 0 && farthest.locator.kind === 'cell' && text.endsWith(divider, offset);
  return { offset: isCell ? offset - divider.length : offset, endsPart };
}

/** The part of the document that a range belongs to. Text of different parts is not shown together. */
function partOf({ locator, hidden }: Range): string {
  return `${locator.kind} ${hidden ?? false} ${isComment(locator)} ${nameOf(locator)}`;
}

function nameOf(locator: Locator): string {
  switch (locator.kind) {
    case 'page':
      return String(locator.page);
    case 'region':
      return String(locator.page ?? '');
    case 'slide':
      return `${locator.slide} ${locator.notes ?? false}`;
    case 'cell':
      return locator.sheet;
    case 'message':
      return locator.part.replace(/, paragraph \d+$/, '');
    case 'section':
      return locator.heading === 'Headers and footers' ? locator.heading : '';
    case 'time':
    case 'lines':
      return '';
  }
}

/** Where the text before a quote begins: at a line if there is one, else at a word. */
function startBefore({ text }: SourceText, quote: number, earliest: number): number {
  const start = Math.max(earliest, quote - around);
  if (start >= quote) return quote;
  if (start === earliest) return start;
  const line = text.indexOf('\n', start - 1);
  if (line >= 0 && line < quote) return line + 1;
  const space = text.slice(start, quote).search(/\s/);
  return wholeCharacter(text, space < 0 ? start : start + space + 1);
}

/** Where the text after a quote ends: at a line end if there is one, else after a word. */
function endAfter({ text }: SourceText, quote: number, latest: number): number {
  const end = Math.min(latest, quote + around);
  if (end <= quote) return quote;
  if (end === latest) return end;
  const line = text.lastIndexOf('\n', end);
  if (line >= quote) return line;
  const after = text.slice(quote, end);
  const word = after.trimEnd().length < after.length ? after.trimEnd().length : after.lastIndexOf(' ');
  return wholeCharacter(text, word < 0 ? end : quote + word);
}

/** Whether an offset is in the middle of a line. */
function isInLine(text: string, offset: number): boolean {
  const [before, after] = [text.charAt(offset - 1), text.charAt(offset)];
  return before !== '' && before !== '\n' && after !== '' && after !== '\n';
}

/** The offset, or the offset before it if it is in the middle of a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  return /^[\udc00-\udfff]/.test(text.charAt(offset)) ? offset - 1 : offset;
}
