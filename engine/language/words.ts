/** The words of a text, without repeats: a list of words that fits on few lines. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The words and numbers of a text in order, without differences of case and typography. */
export function foldedWords(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
