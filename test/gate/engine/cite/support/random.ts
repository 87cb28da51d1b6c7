/** A generator of pseudo-random numbers, which are the same for the same seed (mulberry32). */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
};

export function seeded(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick(from) {
      const chosen = from[below(from.length)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
  };
}

/** A run of 8 to 40 words of a text, or null if the text has fewer than 8 words. */
export function wordRun(words: readonly string[], random: Random): string | null {
  if (words.length < 8) return null;
  const length = 8 + random.below(Math.min(33, words.length - 7));
  const from = random.below(words.length - length + 1);
  return words.slice(from, from + length).join(' ');
}
