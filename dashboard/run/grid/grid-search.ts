/**
 * The query of a grid's address. `files`, `rules` and `answers` are words to search for; the rows are sorted by their
 * answers in the column with the key `sort`. Without `columns`, the files or the rules are columns, whichever are fewer.
 */
export type GridSearch = {
  columns?: 'rules' | 'files';
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
  const { columns, order } = search;
  return {
    ...found,
    ...((columns === 'rules' || columns === 'files') && { columns }),
    ...(order === 'descending' && { order }),
  };
}
