/** The first of some entries of a list that grows with a document, and one for all others; all where they are no more than `most`. */
export function atMost<Item>(items: readonly Item[], most: number, others: (count: number) => Item): Item[] {
  if (items.length <= most) return [...items];
  return [...items.slice(0, most - 1), others(items.length - most + 1)];
}
