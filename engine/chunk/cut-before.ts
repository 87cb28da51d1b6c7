const space = /\s/;
const clauseEnd = /[;:,.!?)\]”"—–]/;
/** The character belongs to the one before it. */
const joined = /\p{M}|\u200d|[\udc00-\udfff]/u;
const joiner = '\u200d';
const wordCharacter = /[\p{L}\p{N}\p{M}\udc00-\udfff]/u;

/**
 * Where to cut text that is too long, at `most` or before, but not before `least`: after its last clause, else before
 * its last word, else between characters of different words, else at `most`.
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

/** Between characters of one word or number, where a quote can neither begin nor end. */
const insideWord = /^(?:[\p{L}\p{N}\p{M}]{2}|\p{Nd}[.,]|[.,]\p{Nd})$/u;

/**
 * Where the next word begins after a word that was cut at `from`; null if no word was cut, or none begins before
 * `most`.
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

/** The last position up to `most` that does not separate a character from its marks or its other surrogate. */
function unjoined(text: string, least: number, most: number): number {
  let at = most;
  while (at > least && (joined.test(text.charAt(at)) || text.charAt(at - 1) === joiner)) at -= 1;
  return at > least ? at : most;
}
