import { isDigit, isNumberPart, isPart, isUnspaced, isWordCharacter } from './characters.ts';
import { type Folded, isGlued, joints } from './folded.ts';
import { isStandalone } from './signs.ts';

/** A part of a folded text, end exclusive. */
export type Hit = { from: number; to: number };

/**
 * Every position where the text contains the quote: the same folded characters, a token boundary at both ends, and the
 * same spaces between numbers. The time is linear in the length of the text.
 */
export function* strictMatches(quote: Folded, text: Folded, within: Hit = whole(text)): Generator<Hit> {
  const { length } = quote.chars;
  if (length === 0) return;
  let from = text.chars.indexOf(quote.chars, within.from);
  while (from >= 0 && from + length <= within.to) {
    if (isMatchOfWords(quote, text, from)) yield { from, to: from + length };
    from = text.chars.indexOf(quote.chars, from + 1);
  }
}

/** Whether equal folded characters at `from` are the words of the quote. */
export function isMatchOfWords(quote: Folded, text: Folded, from: number): boolean {
  return (
    hasBoundary(text, from) &&
    hasBoundary(text, from + quote.chars.length) &&
    hasSameJoints(quote, text, from, { from: 1, to: quote.chars.length }) &&
    hasSameEnding(quote, text, from + quote.chars.length)
  );
}

const whole = (text: Folded): Hit => ({ from: 0, to: text.chars.length });

/** Whether a token can begin or end before the folded character at `position`. */
export function hasBoundary(text: Folded, position: number): boolean {
  if (position === 0 || position === text.chars.length) return true;
  const joint = text.joints[position];
  if (isGlued(joint)) return false;
  if (joint !== joints.none) return true;
  const before = characterBefore(text.chars, position);
  const after = characterAt(text.chars, position);
  return (
    isPart(before) ||
    isStandalone(before) ||
    isStandalone(after) ||
    ((isUnspaced(before) || isUnspaced(after)) && !isLowSurrogate(text.chars, position))
  );
}

/**
 * Whether the characters are joined in the same way in both texts. "12 34" is not 1234. Between letters a hyphen is
 * optional (co-operate, third-party). A space, which PDF readers sometimes lose, is also optional, unless it makes a
 * different word: "not able" is not notable.
 */
export function hasSameJoints(quote: Folded, text: Folded, shift: number, { from, to }: Hit): boolean {
  for (let at = from; at < to; at += 1) {
    const claimed = quote.joints[at];
    const stored = text.joints[shift + at];
    if (claimed === stored) continue;
    const before = quote.chars.charAt(at - 1);
    const after = quote.chars.charAt(at);
    if (isHyphenated(claimed) && isHyphenated(stored)) continue;
    if (isContradiction(claimed, stored)) return false;
    if ((isPrime(claimed) && stored === joints.open) || (isPrime(stored) && claimed === joints.open))
      continue;
    if (isNumberPart(before) && isNumberPart(after)) return false;
    if (claimed === joints.apostrophe || stored === joints.apostrophe) {
      if (isFinalS(quote, at)) continue;
      return false;
    }
    if (isJoined(claimed) || isJoined(stored)) {
      if (!isNumberPart(before) && !isNumberPart(after)) continue;
      if (isHyphenOfCompound(quote, at, claimed, stored)) continue;
      return false;
    }
    if (!isLetter(before) || !isLetter(after) || isUnspaced(before) || isUnspaced(after)) continue;
    const quoted = { folded: quote, at };
    const found = { folded: text, at: shift + at };
    if (claimed === joints.open ? makesAnotherWord(quoted, found) : makesAnotherWord(found, quoted))
      return false;
  }
  return true;
}

const isHyphenated = (joint: number | undefined): boolean =>
  joint === joints.glued || joint === joints.parted || joint === joints.signed || joint === joints.tied;

const isJoined = (joint: number | undefined): boolean => isGlued(joint) || joint === joints.parted;

/** Whether a minus after a code is lost or added, or feet are inches. A closing quotation mark may look like a prime. */
function isContradiction(one: number | undefined, other: number | undefined): boolean {
  if ([one, other].includes(joints.tied)) return [one, other].includes(joints.open);
  if (one === joints.signed || other === joints.signed) return true;
  return isPrime(one) && isPrime(other) && one !== other;
}

const isPrime = (joint: number | undefined): boolean =>
  joint === joints.prime || joint === joints.doublePrime;

/** Whether the sign after the quote's last character is the one that the text has there. */
function hasSameEnding(quote: Folded, text: Folded, to: number): boolean {
  const stored = to === text.chars.length ? text.ending : text.joints[to];
  return quote.ending === stored || !isContradiction(quote.ending, stored);
}

/** Whether the word after an apostrophe is only an s. Readers of PDFs often lose the apostrophe of a possessive. */
const isFinalS = (folded: Folded, at: number): boolean =>
  folded.chars.charAt(at) === 's' && wordEnd({ folded, at }) === at + 1;

/** Whether only a hyphen between a number and a word differs from a space: "30-day" is "30 day", "10-K" is not 10K. */
function isHyphenOfCompound(folded: Folded, at: number, one: number | undefined, other: number | undefined) {
  if (!(isHyphenated(one) && other === joints.open) && !(isHyphenated(other) && one === joints.open))
    return false;
  const isWord = wordEnd({ folded, at }) - at > 1;
  return isWord && isDigit(folded.chars.charAt(at - 1)) && isLetter(folded.chars.charAt(at));
}

type Place = { folded: Folded; at: number };

/** Whether the loss of a space joins exactly two words into a word of a different meaning. */
function makesAnotherWord(spaced: Place, merged: Place): boolean {
  const before = spaced.folded.chars.slice(wordStart(spaced), spaced.at);
  const after = spaced.folded.chars.slice(spaced.at, wordEnd(spaced));
  const whole = merged.folded.chars.slice(wordStart(merged), wordEnd(merged));
  return whole === before + after && changing.has(before);
}

/** Words and prefixes that form a different word when joined to the next word: notable, apart, maybe, inform. */
const changing = new Set(
  'a all an any dis im in kein mis may never nicht no non nor not out over un under up with'.split(' '),
);

function wordStart({ folded, at }: Place): number {
  let start = at - 1;
  while (start > 0 && folded.joints[start] === joints.none) start -= 1;
  return start;
}

function wordEnd({ folded, at }: Place): number {
  let end = at + 1;
  while (end < folded.chars.length && folded.joints[end] === joints.none) end += 1;
  return end;
}

const isLetter = (char: string): boolean => isWordCharacter(char) && !isNumberPart(char);

function characterAt(chars: string, position: number): string {
  return String.fromCodePoint(chars.codePointAt(position) ?? 0);
}

function characterBefore(chars: string, position: number): string {
  return characterAt(chars, isLowSurrogate(chars, position - 1) ? position - 2 : position - 1);
}

function isLowSurrogate(chars: string, position: number): boolean {
  const unit = chars.charCodeAt(position);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
