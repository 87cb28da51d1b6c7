/**
 * Folds text for searching: two texts are equal after folding if NFKC or Unicode's full case folding makes them equal.
 * `É` equals `é`, `ß` equals `ẞ` and `SS`, the final `ς` equals `Σ`; `%` and `_` are unchanged. A change here needs a
 * migration in both stores, because records contain their folded text.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Upper-casing expands letters (ß becomes SS). The capital ẞ is not expanded, so it is lower-cased first.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      // Lower-casing turns a sigma at the end of a word into the final ς.
      .replaceAll('ς', 'σ')
      .normalize('NFKC')
      .replaceAll('\0', '')
  );
}
