import { asciiEnd, isUnspaced } from '../cite/match/characters.ts';
import { type Folded, joints } from '../cite/match/folded.ts';

/** A word of a folded text: its folded characters, and its range in the folded text. */
export type FoldedWord = { form: string; from: number; to: number };

/** The words between two positions of a folded text; a word that is cut by the range is left out. */
export function wordsBetween(folded: Folded, from: number, to: number): FoldedWord[] {
  const words: FoldedWord[] = [];
  let at = Math.max(0, from);
  const end = Math.min(folded.chars.length, to);
  while (at < end && !isWordStart(folded, at)) at += 1;
  while (at < end) {
    let next = at + 1;
    while (next <= end && next < folded.chars.length && !isWordStart(folded, next)) next += 1;
    if (next <= end) words.push({ form: folded.chars.slice(at, next), from: at, to: next });
    at = next;
  }
  return words;
}

/**
 * Whether a word, or a part of a hyphenated word, begins at a position. In scripts without spaces each character counts
 * as a word. The end of the text counts as a start.
 */
export function isWordStart({ joints: ties, chars }: Folded, at: number): boolean {
  if (at === 0 || at >= chars.length) return true;
  if (ties[at] !== joints.none) return true;
  if (chars.charCodeAt(at) < asciiEnd && chars.charCodeAt(at - 1) < asciiEnd) return false;
  return isUnspaced(chars.charAt(at)) || isUnspaced(chars.charAt(at - 1));
}
