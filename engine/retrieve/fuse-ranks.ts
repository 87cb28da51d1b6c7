import { byScore, type Scored } from './bm25.ts';

/**
 * Softens how much the first places count. Reciprocal rank fusion: Cormack, Clarke, Büttcher, SIGIR 2009, where 60 was
 * found good.
 */
const softening = 60;

/**
 * One order out of two, by reciprocal rank. `share` is what the second counts against the first, 0 to 1; with 0 the first
 * stays as it is.
 */
export function fuseRanks(first: readonly Scored[], second: readonly Scored[], share: number): Scored[] {
  if (share === 0) return [...first];
  const fused = new Map<Scored['passage'], number>();
  const add = (ranked: readonly Scored[], weight: number): void => {
    if (weight === 0) return;
    ranked.forEach(({ passage }, at) => {
      fused.set(passage, (fused.get(passage) ?? 0) + weight / (softening + at + 1));
    });
  };
  add(first, 1 - share);
  add(second, share);
  return [...fused].map(([passage, score]) => ({ passage, score })).sort(byScore);
}
