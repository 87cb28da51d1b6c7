import type { EssentialWord } from './wording.ts';

/** A condition or an exception of a sentence: the indexes of its first and its last essential word. */
export type Scope = { from: number; to: number };

/**
 * The conditions and exceptions of a sentence with the words that belong to each. A scope ends before the clause of the
 * next modal word; if it is not certain where that clause begins, the scope is rather too long than too short.
 */
export function scopesOf(words: readonly EssentialWord[]): Scope[] {
  return words.flatMap(({ kind }, from) => (kind === 'condition' ? [{ from, to: endOf(words, from) }] : []));
}

function endOf(words: readonly EssentialWord[], from: number): number {
  const next = words.findIndex(({ kind }, at) => at > from && kind === 'modal');
  if (next < 0) return words.length - 1;
  const isLeading = !words.slice(0, from).some(({ kind }) => kind === 'modal');
  const clause = words.findLastIndex(
    ({ kind, afterSign }, at) => at > from && at < next && (afterSign || (!isLeading && kind === 'join')),
  );
  return clause > 0 ? clause - 1 : next - 1;
}
