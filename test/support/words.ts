/** The number of occurrences of each word in a text, ignoring case and compatibility forms of characters. */
function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** How many words each of two texts has, and how many the two have in common. */
export function compared(one: string, other: string): { first: number; second: number; common: number } {
  const [a, b] = [wordCounts(one), wordCounts(other)];
  let common = 0;
  for (const [word, count] of a) common += Math.min(count, b.get(word) ?? 0);
  return { first: sum(a), second: sum(b), common };
}

/** The words in common as a share of both texts (F1); 1 if neither text has words. */
export function agreement(one: string, other: string): number {
  const { first, second, common } = compared(one, other);
  return first + second === 0 ? 1 : (2 * common) / (first + second);
}

/** The share of the expected words that were found; 1 if no words were expected. */
export function recall(expected: string, found: string): number {
  const { first, common } = compared(expected, found);
  return first === 0 ? 1 : common / first;
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
