import { isDigit, isWordCharacter } from './characters.ts';

/** Signs that are typography or layout, although Unicode lists them as mathematical. */
const layoutSigns = new Set([
  '|',
  '~',
  '\u00ac',
  '\u207b',
  '\u208b',
  '\u2044',
  '\u2212',
  '\u2217',
  '\u2219',
  '\u22c5',
  '\u25b7',
  '\u25c1',
]);
/** Check marks and other signs that are compared, with the form in which they are compared. */
const otherSigns = new Map([
  ['&', '&'],
  ['\uff06', '&'],
  ['\u00b0', '\u00b0'],
  ['\u02da', '\u00b0'],
  ['\u2610', '\u2610'],
  ['\u2611', '\u2611'],
  ['\u2612', '\u2612'],
  ['\u2713', '\u2713'],
  ['\u2714', '\u2713'],
  ['\u2705', '\u2713'],
  ['\u2717', '\u2717'],
  ['\u2718', '\u2717'],
  ['\u274c', '\u2717'],
]);
const arrow = /^[\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b11]/;
const mathematical = /^\p{Sm}/u;
const standalone = /^[=\u2190-\u21ff\u27f0-\u27ff\u2900-\u297f\u2b00-\u2b11\u2610-\u2612\u2713\u2717]/;

/**
 * The form in which a mathematical sign, an arrow, a check mark, a degree sign or an ampersand is compared; undefined
 * for any other sign. An equals sign that is part of a rule or of a comparison of two characters is left out.
 */
export function signAt(text: string, segment: string, start: number): string | undefined {
  const char = String.fromCodePoint(segment.codePointAt(0) ?? 0);
  const before = text.charAt(start - 1);
  const after = text.charAt(start + 1);
  if (char === '!') return after === '=' ? '\u2260' : undefined;
  if (char === '=' && (after === '=' || /[=<>!]/.test(before))) return undefined;
  const form = otherSigns.get(char);
  if (form) return form;
  if (arrow.test(char)) return char;
  return mathematical.test(char) && !layoutSigns.has(char) ? char.normalize('NFKC') : undefined;
}

/** Whether a sign is not part of the word next to it, so that a quote may begin or end there. */
export const isStandalone = (char: string): boolean => standalone.test(char);

/**
 * Whether the minus at `start` ends a short code, such as a grade (A-) or the result of a test (HER2-). A hyphen at a
 * line end is not such a minus, because the word may continue.
 */
export function endsCode(text: string, segment: string, start: number): boolean {
  if (segment === '\u2014') return false;
  const after = text.charAt(start + segment.length);
  const isDash = segment === '\u2012' || segment === '\u2013' || segment === '\u2212';
  if (after !== '' && !(isDash ? /[\s,.;:)\]]/ : /[ \t\u00a0,.;:)\]]/).test(after)) return false;
  return /(?<![\p{L}\p{N}-])(?:\p{Lu}[\p{Lu}\p{Nd}]{0,4}|Rh)$/u.test(
    text.slice(Math.max(0, start - 8), start),
  );
}

const wordAfterLineEnd = /[ \t]{0,20}[\r\n]\s{0,20}[\p{L}\p{N}]/uy;
const codeWithDigit = /(?<![\p{L}\p{N}-])(?=\p{Lu}{1,4}\p{Nd})\p{Lu}[\p{Lu}\p{Nd}]{1,4}$/u;

/**
 * Whether the hyphen at `start` is at a line end, or PDFium says so, and behind a short code with a digit, such as HER2-.
 * It can be the sign of the code or join the code to the next word, so it is never left out.
 */
export function breaksAfterCode(text: string, segment: string, start: number): boolean {
  wordAfterLineEnd.lastIndex = start + segment.length;
  if (segment !== '\ufffe' && !wordAfterLineEnd.test(text)) return false;
  return codeWithDigit.test(text.slice(Math.max(0, start - 8), start));
}

/** A measure whose sign looks like a quotation mark: ′ (feet, minutes) or ″ (inches, seconds). */
export type Prime = 'prime' | 'doublePrime';

const primes = new Map<string, Prime>([
  ['\u2032', 'prime'],
  ['\u2033', 'doublePrime'],
]);
const quotationMarks = new Map<string, Prime>([
  ["'", 'prime'],
  ['\u2018', 'prime'],
  ['\u2019', 'prime'],
  ['"', 'doublePrime'],
  ['\u201c', 'doublePrime'],
  ['\u201d', 'doublePrime'],
]);

/** Tells the sign of a measure from a quotation mark that closes a quotation. Marks must come in the order of the text. */
export class Primes {
  readonly #open = new Set<Prime>();

  at(text: string, segment: string, start: number): Prime | undefined {
    const before = text.charAt(start - 1);
    const after = text.charAt(start + 1);
    const prime = primes.get(segment);
    if (prime) return isDigit(before) ? prime : undefined;
    const kind = quotationMarks.get(segment);
    if (!kind) return undefined;
    if (isWordCharacter(after)) {
      if (!isWordCharacter(before)) this.#open.add(kind);
      return undefined;
    }
    return !this.#open.delete(kind) && isDigit(before) ? kind : undefined;
  }
}

const unitPattern =
  /(?:[mM](?:[wW][hH]?|[hH][zZ]|[pP][aA])|[kKmMgGtTpP][iI]?[bB](?:[pP][sS])?)(?![\p{L}\p{N}])/uy;
const unitAfterNumberPattern = /[mM](?:[vV][aA]?|[aA][hH]?|[jJ])(?![\p{L}\p{N}])/uy;
const hasNumberBefore = /\p{Nd}[\s-]?$/u;

/**
 * The end of a unit at `start` whose meaning depends on the case of m or b, such as mW and MW, or Gb and GB; 0 if there
 * is none.
 */
export function caseSensitiveUnitEnd(text: string, start: number): number {
  const before = text.charAt(start - 1);
  if (isWordCharacter(before) && !isDigit(before)) return 0;
  unitPattern.lastIndex = start;
  if (unitPattern.test(text)) return unitPattern.lastIndex;
  if (!hasNumberBefore.test(text.slice(Math.max(0, start - 2), start))) return 0;
  unitAfterNumberPattern.lastIndex = start;
  return unitAfterNumberPattern.test(text) ? unitAfterNumberPattern.lastIndex : 0;
}
