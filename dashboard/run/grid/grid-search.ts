/**
 * The query of a grid's address. `files`, `rules` and `answers` are words to search for; the files are sorted by their
 * answers to the rule with the key `sort`.
 */
export type GridSearch = {
  files?: string;
  rules?: string;
  answers?: string;
  sort?: string;
  order?: 'descending';
};

/** Reads the query of the address. Parameters that are unknown or not valid are left out. */
export function gridSearch(search: Record<string, unknown>): GridSearch {
  const found: GridSearch = {};
  for (const name of ['files', 'rules', 'answers', 'sort'] as const) {
    const value = search[name];
    // The router reads the value of `?answers=30` as a number.
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') found[name] = String(value);
  }
  return search.order === 'descending' ? { ...found, order: 'descending' } : found;
}
