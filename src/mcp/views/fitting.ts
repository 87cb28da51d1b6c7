/**
 * The first items whose JSON fits into `characters`, and how many are left over. The first item is always there, because
 * each item is short.
 */
export function fitting<Item>(
  items: readonly Item[],
  characters: number,
): { shown: readonly Item[]; left: number } {
  let used = 0;
  const end = items.findIndex((item, index) => {
    used += JSON.stringify(item).length + 1;
    return used > characters && index > 0;
  });
  const shown = end < 0 ? items : items.slice(0, end);
  return { shown, left: items.length - shown.length };
}

/** The text, or its first characters with a mark that the rest is missing. */
export function cut(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text.slice(0, characters).replace(/[\ud800-\udbff]$/, '')} […]`;
}
