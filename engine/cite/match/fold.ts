import {
  asciiEnd,
  comparisonOf,
  glueOf,
  isCurrency,
  isDigit,
  isIgnorable,
  isMinus,
  isPart,
  isWhiteSpace,
  isWordCharacter,
  softHyphen,
} from './characters.ts';
import { type Folded, FoldedBuilder } from './folded.ts';
import { breaksAfterCode, caseSensitiveUnitEnd, endsCode, Primes, signAt } from './signs.ts';

/**
 * A character with its marks. No script uses 64 marks; without a limit, a long run of marks would overflow the stack.
 */
const segmentPattern =
  /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7]?[\u11a8-\u11ff]?\p{M}{0,64}|[\s\S][\p{M}\uff9e\uff9f]{0,64}/uy;
const thousandsPattern = /\d{1,3}(?:,\d{3})+(?!\d)(?!,\d)/y;
const signedNumberPattern = /[ \t\u00a0]*(?:\p{Sc}[ \t\u00a0]*)?\.?\p{Nd}/uy;
const tightNumberPattern = /\p{Sc}?\.?\p{Nd}/uy;
/** A number after a minus sign with a space. */
const spacedNumberPattern = /[\s\u0085]+\p{Sc}?\.?\p{Nd}/uy;
const minusSign = '\u2212';
const raisedMinuses = new Set(['\u207b', '\u208b']);
const raisedDigit = /^[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089]/;
const currencyCodes = new Set(Intl.supportedValuesOf('currency'));

/**
 * Folds a text for comparison: NFKC, lower case, without layout and typography. Decimal points, per cent, minus,
 * currency and comparison signs and an opening parenthesis before a number are kept. A comma inside a number is removed
 * only where it groups thousands. Superscript digits and fractions are separated from the number before them.
 */
export function fold(text: string): Folded {
  const folded = new FoldedBuilder(text.length);
  let position = 0;
  let thousandsEnd = 0;
  let unitEnd = 0;
  const primes = new Primes();
  while (position < text.length) {
    const code = text.charCodeAt(position);
    const isSingle = code < asciiEnd && !(text.charCodeAt(position + 1) >= firstMark);
    const kind = isSingle ? (kinds[code] ?? 0) : asciiKinds.other;
    // Spaces and letters inside a word of ASCII, the most frequent characters, have no rules of their own.
    if (
      kind === asciiKinds.letter ||
      (kind === asciiKinds.unitLetter && position >= unitEnd && isLetterAt(text, position - 1))
    ) {
      const end = lettersEnd(text, position + 1, unitEnd);
      folded.addLetters(text, position, end);
      position = end;
      continue;
    }
    if (kind === asciiKinds.space || kind === asciiKinds.lineEnd) {
      folded.space(kind === asciiKinds.lineEnd);
      position += 1;
      continue;
    }
    segmentPattern.lastIndex = position;
    const segment = isSingle
      ? text.charAt(position)
      : (segmentPattern.exec(text)?.[0] ?? text.charAt(position));
    const end = position + segment.length;
    if (isWordCharacter(segment)) {
      if (position >= thousandsEnd && isDigit(segment) && startsNumber(text, position)) {
        thousandsEnd = matchEnd(thousandsPattern, text, position);
      }
      if (kind === asciiKinds.unitLetter) unitEnd = Math.max(unitEnd, caseSensitiveUnitEnd(text, position));
      if (position < unitEnd && (segment === 'M' || segment === 'B')) folded.add(segment, position, end);
      else if (isSingle) folded.addLetters(text, position, end);
      else addWord(folded, segment, position, end);
    } else {
      const prime = primes.at(text, segment, position);
      if (prime) folded.sign(prime);
      else addOther(folded, text, segment, position, thousandsEnd);
    }
    position = end;
  }
  return folded.build();
}

/** The first character of the blocks in which marks are. */
const firstMark = 0x300;

/** What `fold` does with an ASCII character. The units of `caseSensitiveUnitEnd` begin with a unit letter. */
const asciiKinds = { other: 0, letter: 1, unitLetter: 2, space: 3, lineEnd: 4 } as const;
const kinds = Uint8Array.from({ length: asciiEnd }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[bgkmpt]/i.test(char)) return asciiKinds.unitLetter;
  if (/[a-z]/i.test(char)) return asciiKinds.letter;
  if (/[\n\r\f]/.test(char)) return asciiKinds.lineEnd;
  return /\s/.test(char) ? asciiKinds.space : asciiKinds.other;
});

/** Whether there is a letter of ASCII at a position. */
function isLetterAt(text: string, position: number): boolean {
  const kind = kinds[text.charCodeAt(position)];
  return kind === asciiKinds.letter || kind === asciiKinds.unitLetter;
}

/** The end of the letters of ASCII without marks that follow a letter. A letter of a unit before `unitEnd` ends them. */
function lettersEnd(text: string, from: number, unitEnd: number): number {
  let at = from;
  let kind = kinds[text.charCodeAt(at)];
  while (kind === asciiKinds.letter || (kind === asciiKinds.unitLetter && at >= unitEnd)) {
    const next = text.charCodeAt(at + 1);
    if (next >= firstMark) return at;
    kind = kinds[next];
    at += 1;
  }
  return at;
}

function addWord(folded: FoldedBuilder, segment: string, start: number, end: number): void {
  const raised = /^\p{No}/u.test(segment);
  if (raised) folded.separate();
  addNormalized(folded, segment, start, end);
  if (raised) folded.separate();
}

function addNormalized(folded: FoldedBuilder, segment: string, start: number, end: number): void {
  for (const char of segment.normalize('NFKC').toLowerCase().normalize('NFKC')) {
    if (isWordCharacter(char)) {
      if (!isIgnorable(char)) folded.add(char === '\u03c2' ? '\u03c3' : char, start, end);
    } else if (char === '\u00b0') folded.add(char, start, end);
    else addGlue(folded, char);
  }
}

function addGlue(folded: FoldedBuilder, char: string): void {
  const glue = glueOf(char);
  if (glue) folded.glue(glue);
  else folded.separate();
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
    if (segment === '(' || (isMinus(segment) && !isDigit(charBeforeSpace(text, start)))) folded.stick();
  } else if (raisedMinuses.has(segment) && raisedDigit.test(text.charAt(end))) {
    folded.separate();
    folded.add('-', start, end);
    folded.stick();
  } else if (isMinus(segment) && endsCode(text, segment, start)) folded.sign('signed');
  else if (isMinus(segment) && breaksAfterCode(text, segment, start)) folded.sign('tied');
  else if (segment === ':' && isDigit(text.charAt(start - 1)) && isDigit(text.charAt(end)))
    folded.glue('colon');
  else if (glueOf(segment) || segment < '\u0080') addGlue(folded, segment);
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
  if (isPart(segment) || comparisonOf(segment) || isCurrency(segment)) return true;
  if (signAt(text, segment, start)) return true;
  if (segment === '(') return matchEnd(signedNumberPattern, text, start + 1) > 0;
  if (segment === ',') return isDigit(before) && isDigit(after);
  if (segment === '.') {
    if (!isDigit(after)) return false;
    return isDigit(before) || before === '' || before === '(' || isOpening(before);
  }
  if (!isMinus(segment)) return false;
  return isMinusOfNumber(text, segment, start);
}

/**
 * Whether a dash is the minus of a number. With a space after it, only U+2212 is: any other dash may separate two
 * words. A dash with spaces between two numbers is kept too, because it means a range or a subtraction.
 */
function isMinusOfNumber(text: string, segment: string, start: number): boolean {
  if (isTied(text, start)) return false;
  const end = start + segment.length;
  if (matchEnd(tightNumberPattern, text, end) > 0) return true;
  if (matchEnd(spacedNumberPattern, text, end) === 0) return false;
  return segment === minusSign || isDigit(charBeforeSpace(text, start));
}

/** Whether a dash belongs to the characters before it. The minus after a currency code belongs to the number. */
function isTied(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  if (!isWordCharacter(before)) return /[%)\]}]/.test(before) || isMinus(before);
  const isCode = currencyCodes.has(text.slice(Math.max(0, start - 3), start));
  return !isCode || isWordCharacter(text.charAt(start - 4));
}

function charBeforeSpace(text: string, position: number): string {
  let at = position - 1;
  while (at >= 0 && isWhiteSpace(text.charAt(at))) at -= 1;
  return text.charAt(at);
}

const isOpening = (char: string): boolean => isWhiteSpace(char) || isCurrency(char) || isMinus(char);

function significantForm(text: string, segment: string, start: number): string {
  if (isMinus(segment)) return '-';
  if (text.charAt(start + 1) === '=' && segment === '<') return '\u2264';
  if (text.charAt(start + 1) === '=' && segment === '>') return '\u2265';
  return comparisonOf(segment) ?? signAt(text, segment, start) ?? segment.normalize('NFKC');
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
