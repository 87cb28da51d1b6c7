import { canonicalHash } from '../canonical-json.ts';

/** The end of a chain: the number of its entries, and the hash of the last one. */
export type ChainHead = { sequence: number; hash: string | null };

export const emptyChain: ChainHead = { sequence: 0, hash: null };

/**
 * An entry of a chain. `sequence` counts from 1. `previous` is the `hash` of the entry before, null for the first
 * entry. `hash` is the hash of the entry without this field: the SHA-256, in hex, of its canonical JSON.
 */
export type Linked<Body> = Body & { sequence: number; previous: string | null; hash: string };

/** Returns the entry with which `body` continues a chain. */
export function linked<Body extends object>(head: ChainHead, body: Body): Linked<Body> {
  const unhashed = { ...body, sequence: head.sequence + 1, previous: head.hash };
  return { ...unhashed, hash: canonicalHash(unhashed) };
}

/** Returns what is wrong with an entry that should follow `head`; null if the entry is intact and follows it. */
export function linkProblem(head: ChainHead, entry: Linked<object>): string | null {
  const { hash, ...unhashed } = entry;
  if (canonicalHash(unhashed) !== hash) return `entry ${entry.sequence} was changed`;
  if (entry.sequence !== head.sequence + 1)
    return `entry ${entry.sequence} follows entry ${head.sequence}: entries are missing or in another order`;
  if (entry.previous !== head.hash)
    return `entry ${entry.sequence} does not contain the hash of entry ${head.sequence}`;
  return null;
}
