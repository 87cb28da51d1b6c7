const space = /\s/;
const clauseEnd = /[;:,.!?)\]”"—–]/;
/** A character that must not be separated from the one before it: a mark, a joiner or a low surrogate. */
const joined = /\p{M}|\u200d|[\udc00-\udfff]/u;
const joiner = '\u200d';
const wordCharacter = /[\p{L}\p{N}\p{M}\udc00-\udfff]/u;

/**
 * The position between `least` and `most` at which to cut a text that is too long. Preferred in this order: after the
 * last clause, before the last word, next to a punctuation mark or sign, at `most`.
 */
export function cutBefore(text: string, least: number, most: number): number {
  let word = 0;
  let sign = 0;
  for (let at = most; at > least; at -= 1) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at);
    if (space.test(before)) {
      if (space.test(after)) continue;
      if (clauseEnd.test(lastBefore(text, at))) return at;
      word ||= at;
    } else if (!wordCharacter.test(before) || !wordCharacter.test(after))
      sign ||= joined.test(after) || before === joiner ? 0 : at;
  }
  if (word > 0) return word;
  if (space.test(text.charAt(most - 1))) return most;
  return sign || unjoined(text, least, most);
}

/** Matches two characters of one word or number: a quote can neither begin nor end between them. */
const insideWord = /^(?:[\p{L}\p{N}\p{M}]{2}|\p{Nd}[.,]|[.,]\p{Nd})$/u;

/**
 * The start of the next word if a cut at `from` is inside a word. Null if the cut is not inside a word, or if no word
 * begins between `from` and `most`.
 */
export function afterCutWord(text: string, from: number, most: number): number | null {
  if (!insideWord.test(text.slice(from - 1, from + 1))) return null;
  const gap = /\s+/g;
  gap.lastIndex = from;
  const found = gap.exec(text.slice(0, most));
  return found && found.index + found[0].length < most ? found.index + found[0].length : null;
}

function lastBefore(text: string, at: number): string {
  let last = at - 1;
  while (last > 0 && space.test(text.charAt(last))) last -= 1;
  return text.charAt(last);
}

/** The last position up to `most` that does not separate a character from its marks or split a surrogate pair. */
function unjoined(text: string, least: number, most: number): number {
  let at = most;
  while (at > least && (joined.test(text.charAt(at)) || text.charAt(at - 1) === joiner)) at -= 1;
  return at > least ? at : most;
}
