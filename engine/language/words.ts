/** The words of a text, without repeats: a list of words that fits on few lines. */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The words and numbers of a text in order, without differences of case and typography. */
export function foldedWords(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The first word of each group for each of its other words. Spaces divide the words of a group. */
export const firstWords = (groups: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    groups.flatMap((group) => {
      const [name = '', ...others] = group.split(' ');
      return others.map((other): [string, string] => [other, name]);
    }),
  );
