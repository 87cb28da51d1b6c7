/**
 * How often a term occurs in each passage or page of a source that contains it, by the index of the passage or page.
 */
export type Postings = ReadonlyMap<number, number>;

export const noPostings: Postings = new Map();
