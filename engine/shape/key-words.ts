/** A key as plain words: `pageNumber`, `page_number` and "Page number" are all `page number`. */
export function keyWords(key: string): string {
  return key
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** The one item whose name has all the words of the key, when there is exactly one. */
export function onlyNamed<T>(items: readonly T[], nameOf: (item: T) => string, key: string): T | null {
  const words = key.split(' ').filter((word) => word !== '');
  const named = items.filter((item) => {
    const own = new Set(keyWords(nameOf(item)).split(' '));
    return words.length > 0 && words.every((word) => own.has(word));
  });
  const [first] = named;
  return named.length === 1 && first !== undefined ? first : null;
}
