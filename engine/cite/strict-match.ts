import { isNumberPart, isUnspaced, isWordCharacter } from './characters.ts';
import { type Folded, joints } from './folded.ts';

/** A stretch of a folded text, end exclusive. */
export type Hit = { from: number; to: number };

/**
 * Every place where the quote stands in the text: same folded characters, a token boundary at both ends, numbers
 * joined and parted as in the quote, words not split or merged by a space. Linear in the length of the text.
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

/** Whether a token may begin or end before the folded character at `position`. */
export function hasBoundary(text: Folded, position: number): boolean {
  if (position === 0 || position === text.chars.length) return true;
  const joint = text.joints[position];
  if (joint === joints.open) return true;
  if (joint === joints.glued) return false;
  const before = characterBefore(text.chars, position);
  const after = characterAt(text.chars, position);
  return (
    before === '%' || ((isUnspaced(before) || isUnspaced(after)) && !isLowSurrogate(text.chars, position))
  );
}

/**
 * "12 34" is not 1234, and "not able" is not notable; but a hyphen may come and go (co-operate, third-party), and
 * so may the space between a letter and a digit or a sign.
 */
function hasSameJoints(quote: Folded, text: Folded, from: number): boolean {
  for (let at = 1; at < quote.chars.length; at += 1) {
    const claimed = quote.joints[at];
    const stored = text.joints[from + at];
    if (claimed !== stored && !isLoose(quote.chars.charAt(at - 1), quote.chars.charAt(at), claimed, stored)) {
      return false;
    }
  }
  return true;
}

function isLoose(
  before: string,
  after: string,
  claimed: number | undefined,
  stored: number | undefined,
): boolean {
  if (isNumberPart(before) && isNumberPart(after)) return false;
  if (claimed === joints.glued || stored === joints.glued) return true;
  if (isUnspaced(before) || isUnspaced(after)) return true;
  const words = isWordCharacter(before) && isWordCharacter(after);
  return !words || isNumberPart(before) || isNumberPart(after);
}

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
