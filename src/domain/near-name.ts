/**
 * The known name that was probably meant; null if none is similar. The two names differ by at most 4 edits; the maximum
 * is lower if the given name is short.
 */
export function nearName(given: string, known: readonly string[]): string | null {
  const reach = given.length <= 4 ? 1 : given.length <= 12 ? 2 : 4;
  let best: { name: string; edits: number } | null = null;
  for (const name of known) {
    const edits = distance(given.toLowerCase(), name.toLowerCase());
    if (edits <= reach && (best === null || edits < best.edits)) best = { name, edits };
  }
  return best?.name ?? null;
}

/**
 * The number of edits between two names: letters that are added, removed, replaced, or swapped with the next letter.
 */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + cost,
        swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
