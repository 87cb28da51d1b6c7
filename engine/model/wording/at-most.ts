/**
 * The first entries of a list that grows with a document, and one entry that counts the others; all of them if there
 * are at most `most`.
 */
export function atMost<Item>(items: readonly Item[], most: number, others: (count: number) => Item): Item[] {
  if (items.length <= most) return [...items];
  return [...items.slice(0, most - 1), others(items.length - most + 1)];
}
