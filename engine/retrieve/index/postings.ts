/** How often a term stands in which stretches of a source, each known by its place there. */
export type Postings = ReadonlyMap<number, number>;

export const noPostings: Postings = new Map();
