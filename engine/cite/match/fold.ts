import {
  isComparison,
  isCurrency,
  isDigit,
  isGlue,
  isHyphen,
  isIgnorable,
  isMinus,
  isPart,
  isWhiteSpace,
  isWordCharacter,
  softHyphen,
} from './characters.ts';
import { type Folded, FoldedBuilder } from './folded.ts';

/**
 * A character with its marks. No script uses 64 marks; without a limit, a long run of marks would overflow the stack.
 */
const segmentPattern =
  /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7]?[\u11a8-\u11ff]?\p{M}{0,64}|[\s\S][\p{M}\uff9e\uff9f]{0,64}/uy;
const thousandsPattern = /\d{1,3}(?:,\d{3})+(?!\d)(?!,\d)/y;
const signedNumberPattern = /[ \t\u00a0]*\p{Sc}?[ \t\u00a0]*\.?\p{Nd}/uy;
const tightNumberPattern = /\p{Sc}?\.?\p{Nd}/uy;

/**
 * Folds a text for comparison: NFKC, lower case, without layout and typography. Decimal points, per cent, minus,
 * currency and comparison signs and an opening parenthesis before a number are kept. A comma inside a number is removed
 * only where it groups thousands. Superscript digits and fractions are separated from the number before them.
 */
export function fold(text: string): Folded {
  const folded = new FoldedBuilder(text.length);
  let position = 0;
  let thousandsEnd = 0;
  while (position < text.length) {
    segmentPattern.lastIndex = position;
    const next = text.charCodeAt(position + 1);
    const segment =
      text.charCodeAt(position) < 0x80 && !(next >= 0x300)
        ? text.charAt(position)
        : (segmentPattern.exec(text)?.[0] ?? text.charAt(position));
    const end = position + segment.length;
    if (isWordCharacter(segment)) {
      if (position >= thousandsEnd && isDigit(segment) && startsNumber(text, position)) {
        thousandsEnd = matchEnd(thousandsPattern, text, position);
      }
      addWord(folded, segment, position, end);
    } else {
      addOther(folded, text, segment, position, thousandsEnd);
    }
    position = end;
  }
  return folded.build();
}

function addWord(folded: FoldedBuilder, segment: string, start: number, end: number): void {
  if (segment.length === 1 && segment < '\u0080') {
    folded.add(segment.toLowerCase(), start, end);
    return;
  }
  const raised = /^\p{No}/u.test(segment);
  if (raised) folded.separate();
  addNormalized(folded, segment, start, end);
  if (raised) folded.separate();
}

function addNormalized(folded: FoldedBuilder, segment: string, start: number, end: number): void {
  for (const char of segment.normalize('NFKC').toLowerCase().normalize('NFKC')) {
    if (isWordCharacter(char)) {
      if (!isIgnorable(char)) folded.add(char === '\u03c2' ? '\u03c3' : char, start, end);
    } else if (isGlue(char)) folded.glue(isHyphen(char));
    else folded.separate();
  }
}

function addOther(
  folded: FoldedBuilder,
  text: string,
  segment: string,
  start: number,
  thousandsEnd: number,
): void {
  const end = start + segment.length;
  if (isWhiteSpace(segment)) folded.space(/[\n\r\u2028\u2029\f\u0085]/.test(segment));
  else if (segment.startsWith(softHyphen)) folded.softHyphen();
  else if (isIgnorable(segment)) return;
  else if (segment === ',' && start < thousandsEnd) return;
  else if (isSignificant(text, segment, start)) {
    folded.add(significantForm(text, segment, start), start, end);
    if (segment === '(') folded.stick();
  } else if (segment === ':' && isDigit(text.charAt(start - 1)) && isDigit(text.charAt(end)))
    folded.glue(false);
  else if (isGlue(segment)) folded.glue(isHyphen(segment));
  else if (segment < '\u0080') folded.separate();
  else if (/[\p{L}\p{N}%]/u.test(segment.normalize('NFKC'))) addSymbol(folded, segment, start, end);
  else folded.separate();
}

/** Adds a sign that represents letters or digits, such as ℃, №, ① and the full-width per cent sign. */
function addSymbol(folded: FoldedBuilder, segment: string, start: number, end: number): void {
  if (segment.normalize('NFKC') === '%') folded.add('%', start, end);
  else addNormalized(folded, segment, start, end);
}

function isSignificant(text: string, segment: string, start: number): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(start + segment.length);
  if (isPart(segment) || isComparison(segment) || isCurrency(segment)) return true;
  if (segment === '(') return matchEnd(signedNumberPattern, text, start + 1) > 0;
  if (segment === ',') return isDigit(before) && isDigit(after);
  if (segment === '.') {
    if (!isDigit(after)) return false;
    return isDigit(before) || before === '' || before === '(' || isOpening(before);
  }
  if (!isMinus(segment)) return false;
  const ties = isWordCharacter(before) || /[%)\]}]/.test(before) || isMinus(before);
  return !ties && matchEnd(tightNumberPattern, text, start + segment.length) > 0;
}

const isOpening = (char: string): boolean => isWhiteSpace(char) || isCurrency(char) || isMinus(char);

function significantForm(text: string, segment: string, start: number): string {
  if (isMinus(segment)) return '-';
  if (text.charAt(start + 1) === '=' && segment === '<') return '\u2264';
  if (text.charAt(start + 1) === '=' && segment === '>') return '\u2265';
  return segment.normalize('NFKC');
}

/** Whether the digit at `position` begins a number, instead of continuing one after a digit, a point or a comma. */
function startsNumber(text: string, position: number): boolean {
  const before = text.charAt(position - 1);
  if (isDigit(before)) return false;
  return !((before === '.' || before === ',') && isDigit(text.charAt(position - 2)));
}

function matchEnd(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : 0;
}
