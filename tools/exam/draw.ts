import { seededRandom } from '../../src/eval/score/random.ts';

/** Random choices, which are the same for the same seed. */
export type Draw = {
  /** A whole number from `from` to `to`, both included. */
  number(from: number, to: number): number;
  /** One of the values. Throws if `values` is empty, because a list of wordings must not be empty. */
  one<Value>(values: readonly Value[]): Value;
  /** True with this probability. */
  chance(share: number): boolean;
  /** The values in random order. */
  shuffled<Value>(values: readonly Value[]): Value[];
};

/** Creates the random choices of a seed. */
export function drawFrom(seed: number): Draw {
  const random = seededRandom(seed);
  const below = (count: number): number => Math.floor(random() * count);
  return {
    number: (from, to) => from + below(to - from + 1),
    one(values) {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('the exam has no wording to choose from');
      return value;
    },
    chance: (share) => random() < share,
    shuffled(values) {
      const order = [...values];
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        const moved = order[last];
        const swapped = order[other];
        if (moved === undefined || swapped === undefined) continue;
        order[last] = swapped;
        order[other] = moved;
      }
      return order;
    },
  };
}

/**
 * Computes a seed from several values: the FNV-1a hash of their text, so that similar values result in different seeds.
 */
export function seedOf(...values: (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of values.join('\u0000')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
