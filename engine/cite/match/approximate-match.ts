import { words } from '../../language/words.ts';
import { type Folded, isGlued, joints } from './folded.ts';
import { type Hit, hasBoundary, hasSameJoints } from './strict-match.ts';

/** Words that can reverse a statement. They must match exactly, even in text that OCR may have misread. */
const guarded = words(`
  a all an and any at before after both by can cannot could each every except fewer for from if in less may more
  must neither never no none nor not of off on only or other over shall should than to under unless until up
  upon when where while will with within without would yes`);
const hasNumberOrSign = /[\p{N}\p{Sc}\p{Sm}\p{So}%&(.,-]/u;
const negated = /(?:n[o']?t|less)$/u;

/** At most `differingShare` of the words may differ, each by at most one letter in `lettersPerEdit`. */
const differingShare = 0.15;
const lettersPerEdit = 4;
const anchorsTried = 8;
const placesTried = 200;
/** Steps to compare a word, in addition to one for each of its characters, and two letters of misread words. */
const stepsOfWord = 16;
const stepsOfCell = 2;

/**
 * Finds where the text contains the quote apart from a few misread letters. A match has as many words as the quote, and
 * at most 15 % of the words differ. Numbers, signs, negations, modals and other small words must be equal. Use this
 * only for text that was recognised, transcribed or described. `take` is called with the number of steps that come
 * next; the search ends when it returns false.
 */
export function* approximateMatches(
  quote: Folded,
  text: Folded,
  take: (steps: number) => boolean = () => true,
): Generator<Hit> {
  const claimed = wordsOf(quote);
  const anchors = claimed
    .map((word, index) => ({ index, chars: slice(quote, word) }))
    .filter(({ chars }) => chars.length >= lettersPerEdit)
    .sort((a, b) => b.chars.length - a.chars.length)
    .slice(0, anchorsTried);
  const starts = new Set<number>();
  for (const { index, chars } of anchors) {
    let places = 0;
    let at = text.chars.indexOf(chars);
    while (at >= 0 && places < placesTried) {
      if (!take(chars.length)) return;
      if (hasBoundary(text, at) && hasBoundary(text, at + chars.length)) {
        places += 1;
        const hit = aligned(quote, claimed, text, { at, anchor: index }, take);
        if (hit && !starts.has(hit.from)) {
          starts.add(hit.from);
          yield hit;
        }
      }
      at = text.chars.indexOf(chars, at + 1);
    }
  }
}

/**
 * Compares the quote's words with those of the text, with the quote's word number `anchor` at position `at` of the
 * text. Null if the words do not match, or if there are too few steps.
 */
function aligned(
  quote: Folded,
  words: Hit[],
  text: Folded,
  { at, anchor }: { at: number; anchor: number },
  take: (steps: number) => boolean,
): Hit | null {
  const mostDiffering = words.length * differingShare;
  let from = at;
  for (let step = 0; step < anchor; step += 1) {
    if (from === 0) return null;
    const before = from;
    from = wordStart(text, from - 1);
    if (!take(before - from)) return null;
  }
  let differing = 0;
  let to = from;
  for (const word of words) {
    if (to >= text.chars.length) return null;
    const end = wordEnd(text, to);
    const claimed = slice(quote, word);
    const stored = text.chars.slice(to, end);
    if (!take(stepsOfWord + end - to)) return null;
    if (claimed !== stored) {
      if (!isMisreading(claimed, stored, take)) return null;
      differing += 1;
      if (differing > mostDiffering) return null;
    } else if (!hasSameJoints(quote, text, to - word.from, { from: Math.max(1, word.from), to: word.to }))
      return null;
    to = end;
  }
  return { from, to };
}

function isMisreading(claimed: string, stored: string, take: (steps: number) => boolean): boolean {
  if ([claimed, stored].some((word) => hasNumberOrSign.test(word) || negated.test(word))) return false;
  if (guarded.has(claimed) || guarded.has(stored)) return false;
  const allowed = Math.max(1, Math.floor(claimed.length / lettersPerEdit));
  if (Math.abs(claimed.length - stored.length) > allowed) return false;
  return take(stepsOfCell * claimed.length * stored.length) && editDistance(claimed, stored) <= allowed;
}

function wordsOf(folded: Folded): Hit[] {
  const words: Hit[] = [];
  for (let from = 0; from < folded.chars.length; ) {
    const to = wordEnd(folded, from);
    words.push({ from, to });
    from = to;
  }
  return words;
}

function wordStart(folded: Folded, position: number): number {
  let start = position;
  while (start > 0 && isInside(folded, start)) start -= 1;
  return start;
}

function wordEnd(folded: Folded, position: number): number {
  let end = position + 1;
  while (end < folded.chars.length && isInside(folded, end)) end += 1;
  return end;
}

const isInside = ({ joints: ties }: Folded, at: number): boolean =>
  ties[at] === joints.none || isGlued(ties[at]);

const slice = (folded: Folded, { from, to }: Hit): string => folded.chars.slice(from, to);

/** Levenshtein distance, one row at a time. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const kept = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1);
      next.push(Math.min(kept, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
