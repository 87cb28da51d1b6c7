/** The short form of the faults runs with every build, the whole one with `npm run faults`. */
export const wantsAll = process.env.PROVISO_FAULTS === 'all';

/** Numbers from 0 up to 1 that are the same for the same seed: Mulberry32 of Tommy Ettinger, in the public domain. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** This many of the numbers from 1 to `last`, spread over all of them; all of them if there are fewer. */
export function someOf(last: number, count: number): number[] {
  const wanted = wantsAll ? last : Math.min(count, last);
  const step = last / wanted;
  return Array.from({ length: wanted }, (_, at) => Math.floor(at * step + step / 2) + 1);
}
