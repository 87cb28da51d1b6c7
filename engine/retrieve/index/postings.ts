/** How often a term occurs in which passages or pages of a source, each identified by its index. */
export type Postings = ReadonlyMap<number, number>;

export const noPostings: Postings = new Map();
