import type { SourceText, Span } from '../model/source.ts';
import { isWhiteSpace, isWordCharacter, softHyphen } from './match/characters.ts';

const softBreak = /\u00ad\s+(?=\p{L})/gu;
/** PDFium returns U+FFFE for a hyphen at a line end. */
const pdfiumHyphen = /\ufffe/g;
const hyphenAtLineEnd = /(?<=[\p{L}\p{N}][-\u2010])[^\S\r\n]*[\r\n]\s*(?=[\p{L}\p{N}])/gu;
const quotationMarks = ['"“”„‟«»', "'‘’‚‛‹›`"];
const invisible = /[\u00ad\u200b\u2060\ufeff]/gu;

/**
 * The words of a span as displayed: the slice of the text outside skips, with every run of white space as one space
 * and none at the ends. A hyphen at a line end is kept and the break after it removed ("third-party"); a word broken
 * at a soft hyphen is joined. Nothing else is added, changed or removed, so a user with the source can compute it and
 * compare.
 */
export function quoteText({ text, skips }: SourceText, { start, end }: Span): string {
  let words = '';
  let position = start;
  for (const skip of skips) {
    if (skip.end <= position || skip.start >= end) continue;
    words += `${text.slice(position, Math.max(position, skip.start))}\n`;
    position = skip.end;
  }
  if (position < end) words += text.slice(position, end);
  return tidied(words);
}

/** White space and line-end hyphens as `quoteText` displays them. */
export function tidied(words: string): string {
  return words
    .replace(softBreak, '')
    .replace(pdfiumHyphen, '-')
    .replace(hyphenAtLineEnd, '')
    .replace(invisible, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Extends a located span over the punctuation that the quote has at its edges and the source has at the same place,
 * such as a full stop or a closing parenthesis. `before` and `after` are the quote's own edges.
 */
export function widened(content: SourceText, span: Span, before: string, after: string): Span {
  const { text } = content;
  let { start, end } = span;
  for (const char of [...before.replace(/\s/g, '')].reverse()) {
    let at = start - 1;
    while (at >= 0 && isWhiteSpace(text.charAt(at))) at -= 1;
    if (at < 0 || !isSamePunctuation(char, text.charAt(at)) || inSkip(content, at)) break;
    start = at;
  }
  for (const char of after.replace(/\s/g, '')) {
    let at = end;
    while (at < text.length && isWhiteSpace(text.charAt(at))) at += 1;
    if (!isSamePunctuation(char, text.charAt(at)) || inSkip(content, at)) break;
    end = at + 1;
  }
  return { start, end };
}

function isSamePunctuation(claimed: string, stored: string): boolean {
  if (!/\S/.test(stored) || isWordCharacter(stored) || stored === softHyphen) return false;
  return (
    claimed === stored || quotationMarks.some((marks) => marks.includes(claimed) && marks.includes(stored))
  );
}

function inSkip({ skips }: SourceText, offset: number): boolean {
  return skips.some((skip) => skip.start <= offset && offset < skip.end);
}
