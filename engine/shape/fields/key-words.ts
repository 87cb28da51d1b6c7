/** The words of at most this many keys are cached, because keys repeat with every item of a list. */
const maxCached = 5_000;
/** The words of longer keys are not cached, because such keys are texts, which do not repeat. */
const longestCached = 200;
const kept = new Map<string, string>();

/** A key as plain words: `pageNumber`, `page_number` and "Page number" are all `page number`. */
export function keyWords(key: string): string {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const words = key
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  if (key.length > longestCached) return words;
  if (kept.size >= maxCached) kept.clear();
  kept.set(key, words);
  return words;
}
