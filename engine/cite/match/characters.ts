/**
 * The role of each character in matching. Letters, digits and marks are always compared. Of the other characters only
 * those that can change the meaning of a number are compared: decimal point, decimal comma, per cent, minus, opening
 * parenthesis, currency and comparison signs. Everything else is layout or typography.
 */

/** What a sign that joins two characters is: a dash joins like a hyphen, but no line end can follow it. */
export type Glue = 'hyphen' | 'dash' | 'slash' | 'colon' | 'apostrophe' | 'link';

const hyphens = new Set(['-', '\u2010', '\u2011', '\u2043', '\ufe63', '\uff0d', '\ufffe']);
const minuses = new Set([...hyphens, '\u2012', '\u2013', '\u2014', '\u2212']);
/** Characters that, between two letters or digits, form one word, range or fraction with them. */
const glue = new Map<string, Glue>([
  ...[...hyphens].map((char): [string, Glue] => [char, 'hyphen']),
  ['\u2012', 'dash'],
  ['\u2013', 'dash'],
  ['\u2212', 'dash'],
  ["'", 'apostrophe'],
  ['\u2019', 'apostrophe'],
  ['\u02bc', 'apostrophe'],
  ['/', 'slash'],
  ['\u2044', 'slash'],
  ['@', 'link'],
  ['_', 'link'],
]);
/** Comparison signs with the form in which they are compared. */
const comparisons = new Map([
  ['<', '<'],
  ['\uff1c', '<'],
  ['>', '>'],
  ['\uff1e', '>'],
  ['\u2264', '\u2264'],
  ['\u2266', '\u2264'],
  ['\u2a7d', '\u2264'],
  ['\u2265', '\u2265'],
  ['\u2267', '\u2265'],
  ['\u2a7e', '\u2265'],
  ['\u00b1', '\u00b1'],
  ['\u2260', '\u2260'],
]);

export const asciiEnd = 0x80;

/**
 * Returns a function that tests whether a character matches a pattern. The results for ASCII, the most frequent
 * characters, are computed in advance.
 */
function classOf(pattern: RegExp): (char: string) => boolean {
  const ascii = Array.from({ length: asciiEnd }, (_, code) => pattern.test(String.fromCharCode(code)));
  return (char) => {
    const code = char.charCodeAt(0);
    return code < asciiEnd ? ascii[code] === true : pattern.test(char);
  };
}

export const softHyphen = '\u00ad';

export const isMinus = (char: string): boolean => minuses.has(char);
export const glueOf = (char: string): Glue | undefined => glue.get(char);
/** Whether a character is a per cent or per mille sign. */
export const isPart = (char: string): boolean => char === '%' || char === '\u2030';
/** The form in which a comparison sign is compared, such as ≤ for U+2266 and U+2A7D. */
export const comparisonOf = (char: string): string | undefined => comparisons.get(char);
export const isCurrency = classOf(/^\p{Sc}/u);
export const isWhiteSpace = classOf(/^[\s\u0085]/u);
/**
 * Whether a character has no width on the page: soft hyphens, zero-width and control characters, variation selectors.
 */
export const isIgnorable = classOf(/^(?:\p{Cf}|\p{Cc}|\p{Variation_Selector})/u);
export const isWordCharacter = classOf(/^[\p{L}\p{N}\p{M}]/u);
export const isDigit = classOf(/^\p{Nd}/u);
/** Whether a character can be part of a number; a space between two of them changes the number. */
export const isNumberPart = (char: string): boolean => char === '.' || char === ',' || isDigit(char);
/** Whether a character is of a script without spaces between words, where any position can be a word boundary. */
export const isUnspaced = classOf(
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u,
);
