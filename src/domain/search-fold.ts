/** Text as search compares it: NFKC, lower case. `É` and `é` fold to the same; `%` and `_` stay themselves. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll('\0', '');
}
