/**
 * How often a term occurs in each passage or page that contains the term; the key is the index of the passage or page.
 */
export type Postings = ReadonlyMap<number, number>;

export const noPostings: Postings = new Map();
