/**
 * Text as search compares it: what NFKC makes one is one, and so is what Unicode's full case folding makes one. `É` and
 * `é` are the same, and so are `ß`, `ẞ` and `SS`, and the final `ς` and `Σ`; `%` and `_` stay themselves.
 * A change of it needs a migration in both stores, because records keep their folded text.
 */
export function foldForSearch(text: string): string {
  return (
    text
      .normalize('NFKC')
      // Upper case takes letters apart (ß is SS); the capital ẞ has to be made small first.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      // Lower case makes a sigma at the end of a word another letter.
      .replaceAll('ς', 'σ')
      .normalize('NFKC')
      .replaceAll('\0', '')
  );
}
