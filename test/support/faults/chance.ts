/** Whether the long form of the fault tests runs (PROVISO_FAULTS=all) instead of the short form. */
export const wantsAll = process.env.PROVISO_FAULTS === 'all';

/**
 * Pseudo-random numbers from 0 up to, but not including, 1, which are the same for the same seed. The algorithm is
 * Mulberry32 by Tommy Ettinger, in the public domain.
 */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * `count` of the numbers from 1 to `last`, spread evenly. All of them if there are no more than `count`, or in the long
 * form of the tests.
 */
export function someOf(last: number, count: number): number[] {
  const wanted = wantsAll ? last : Math.min(count, last);
  const step = last / wanted;
  return Array.from({ length: wanted }, (_, at) => Math.floor(at * step + step / 2) + 1);
}
