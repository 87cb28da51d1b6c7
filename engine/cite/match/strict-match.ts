import { isNumberPart, isPart, isUnspaced, isWordCharacter } from './characters.ts';
import { type Folded, joints } from './folded.ts';

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
    const hit = { from, to: from + length };
    if (hasBoundary(text, hit.from) && hasBoundary(text, hit.to) && hasSameJoints(quote, text, from))
      yield hit;
    from = text.chars.indexOf(quote.chars, from + 1);
  }
}

const whole = (text: Folded): Hit => ({ from: 0, to: text.chars.length });

/** Whether a token can begin or end before the folded character at `position`. */
export function hasBoundary(text: Folded, position: number): boolean {
  if (position === 0 || position === text.chars.length) return true;
  const joint = text.joints[position];
  if (joint === joints.open || joint === joints.parted) return true;
  if (joint === joints.glued) return false;
  const before = characterBefore(text.chars, position);
  const after = characterAt(text.chars, position);
  return (
    isPart(before) || ((isUnspaced(before) || isUnspaced(after)) && !isLowSurrogate(text.chars, position))
  );
}

/**
 * Whether the characters are joined in the same way in both texts. "12 34" is not 1234. Between letters a hyphen is
 * optional (co-operate, third-party). A space, which PDF readers sometimes lose, is also optional, unless it makes a
 * different word: "not able" is not notable.
 */
function hasSameJoints(quote: Folded, text: Folded, from: number): boolean {
  for (let at = 1; at < quote.chars.length; at += 1) {
    const claimed = quote.joints[at];
    const stored = text.joints[from + at];
    if (claimed === stored) continue;
    const before = quote.chars.charAt(at - 1);
    const after = quote.chars.charAt(at);
    if (isHyphenated(claimed) && isHyphenated(stored)) continue;
    if (isNumberPart(before) && isNumberPart(after)) return false;
    if (isHyphenated(claimed) || isHyphenated(stored)) continue;
    if (!isLetter(before) || !isLetter(after) || isUnspaced(before) || isUnspaced(after)) continue;
    const quoted = { folded: quote, at };
    const found = { folded: text, at: from + at };
    if (claimed === joints.open ? makesAnotherWord(quoted, found) : makesAnotherWord(found, quoted))
      return false;
  }
  return true;
}

const isHyphenated = (joint: number | undefined): boolean =>
  joint === joints.glued || joint === joints.parted;

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
