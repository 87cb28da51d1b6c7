/**
 * Shortens a list that grows with a document: returns all entries if there are at most `most`, otherwise the first
 * entries and a last entry with the number of the omitted ones.
 */
export function atMost<Item>(items: readonly Item[], most: number, others: (count: number) => Item): Item[] {
  if (items.length <= most) return [...items];
  return [...items.slice(0, most - 1), others(items.length - most + 1)];
}
