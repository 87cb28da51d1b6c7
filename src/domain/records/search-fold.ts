/**
 * Folds text for searching: texts are equal if NFKC or Unicode's full case folding makes them equal. `É` equals `é`,
 * `ß` equals `ẞ` and `SS`, the final `ς` equals `Σ`; `%` and `_` are unchanged. A change here needs a migration in
 * both stores, because records contain their folded text.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Upper-casing expands letters (ß becomes SS); the capital ẞ has to be lower-cased first.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      // Lower-casing turns a sigma at the end of a word into another letter.
      .replaceAll('ς', 'σ')
      .normalize('NFKC')
      .replaceAll('\0', '')
  );
}
