import { overlapping, type SourceText, type Span, shownStretches } from '../model/source.ts';
import { isWhiteSpace, isWordCharacter, softHyphen } from './match/characters.ts';

const softBreak = /\u00ad\s+(?=\p{L})/gu;
/** PDFium returns U+FFFE for a hyphen at a line end. */
const pdfiumHyphen = /\ufffe/g;
/** The pattern begins with the hyphen, so that text without hyphens is searched fast. */
const hyphenAtLineEnd = /([-\u2010])(?<=[\p{L}\p{N}].)[^\S\r\n]*[\r\n]\s*(?=[\p{L}\p{N}])/gu;
/** Runs of white space other than one space. */
const otherThanOneSpace = / \s+|[^\S ]\s*/gu;
const quotationMarks = ['"“”„‟«»', "'‘’‚‛‹›`"];
const invisible = /[\u00ad\u200b\u2060\ufeff]/gu;

/**
 * The words of a span as displayed: the text of the span without boilerplate, with every run of white space as one
 * space and none at the ends. After a hyphen the line end is removed ("third-party"); a word broken at a soft hyphen is
 * joined. Invisible characters are removed, and nothing else changes. Users with access to the source can compute the
 * same words and compare.
 */
export function quoteText(content: SourceText, span: Span): string {
  const stretches = shownStretches(content, span).map(({ start, end }) => content.text.slice(start, end));
  return tidied(stretches.join('\n'));
}

/** The text of a span with each character of boilerplate replaced by `sign`, so that offsets do not change. */
export function blanked({ text, skips }: SourceText, { start, end }: Span, sign: string): string {
  let at = start;
  let shown = '';
  for (const one of shownStretches({ skips }, { start, end })) {
    shown += sign.repeat(one.start - at) + text.slice(one.start, one.end);
    at = one.end;
  }
  return shown + sign.repeat(end - at);
}

/** Normalises white space and line-end hyphens as `quoteText` does. */
export function tidied(words: string): string {
  return words
    .replace(softBreak, '')
    .replace(pdfiumHyphen, '-')
    .replace(hyphenAtLineEnd, '$1')
    .replace(invisible, '')
    .replace(otherThanOneSpace, ' ')
    .trim();
}

/**
 * Extends a located span by the punctuation next to it, such as a closing parenthesis, if the quote has the same
 * punctuation there. `before` and `after` are the punctuation at the beginning and at the end of the quote.
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
  return overlapping(skips, { start: offset, end: offset + 1 }).length > 0;
}
