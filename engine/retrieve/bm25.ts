import type { Passage } from '../model/passage.ts';
import type { Query } from './query.ts';
import type { Postings, SourceIndex } from './source-index.ts';

export type Scored = { passage: Passage; score: number };
export type Ranking = {
  /** Best first. */
  ranked: Scored[];
  /**
   * Best score divided by the score of the query's own words, 0 to 1. Words that stand nowhere count in the latter;
   * numbers don't, since a text with another number speaks of the same matter.
   */
  presence: number;
};

/** Saturation and length: BM25 with k1 0.9 and b 0.3 was the best setting on short passages of contracts. */
const k1 = 0.9;
const b = 0.3;
/** A number beside its unit counts as much as a word of the rule. */
const quantityWeight = 1;

/** Ranks the passages of the given sources for a query. The order of the sources changes nothing. */
export function rank(indexes: readonly SourceIndex[], query: Query): Ranking {
  const count = indexes.reduce((total, index) => total + index.passages.length, 0);
  if (count === 0) return { ranked: [], presence: 0 };
  const averageLength = Math.max(1, indexes.reduce((total, index) => total + index.totalLength, 0) / count);
  const scores = indexes.map(() => new Map<number, number>());
  const bonuses = indexes.map(() => new Map<number, number>());
  let selfScore = 0;
  for (const { term, alternatives, weight } of query.terms) {
    if (isNumber(term)) {
      score(indexes, alternatives, weight, averageLength, bonuses);
    } else {
      selfScore += weight * score(indexes, alternatives, weight, averageLength, scores);
    }
  }
  for (const quantity of query.quantities) score(indexes, [quantity], quantityWeight, averageLength, bonuses);

  let best = 0;
  const ranked: Scored[] = [];
  indexes.forEach(({ passages }, at) => {
    const points = scores[at];
    const extra = bonuses[at];
    passages.forEach((passage, place) => {
      const own = points?.get(place) ?? 0;
      const total = own + (extra?.get(place) ?? 0);
      best = Math.max(best, own);
      if (total > 0) ranked.push({ passage, score: total });
    });
  });
  return {
    ranked: ranked.sort(byScore),
    presence: selfScore > 0 ? Math.min(1, best / selfScore) : 0,
  };
}

/** Whether a term is a number, by its digits. */
export function isNumber(term: string): boolean {
  return /^\d/.test(term);
}

/** Equal scores are ordered by what the passages are, not by where their file stood in the list. */
export function byScore(one: Scored, other: Scored): number {
  return (
    other.score - one.score ||
    compare(one.passage.source.sha256, other.passage.source.sha256) ||
    one.passage.start - other.passage.start
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function score(
  indexes: readonly SourceIndex[],
  alternatives: (readonly string[])[],
  weight: number,
  averageLength: number,
  scores: Map<number, number>[],
): number {
  const counts = indexes.map((index) => occurrences(index, alternatives));
  const idf = inverseFrequency(indexes, alternatives);
  counts.forEach((postings, at) => {
    const lengths = indexes[at]?.lengths ?? [];
    const points = scores[at];
    for (const [place, times] of postings) {
      const norm = k1 * (1 - b + (b * (lengths[place] ?? 0)) / averageLength);
      points?.set(place, (points.get(place) ?? 0) + (weight * idf * times * (k1 + 1)) / (times + norm));
    }
  });
  return idf;
}

/** How telling a term is: the rarer the passages that hold it or what counts as it, the more. */
export function inverseFrequency(
  indexes: readonly SourceIndex[],
  alternatives: (readonly string[])[],
): number {
  const total = indexes.reduce((sum, index) => sum + index.passages.length, 0);
  const holding = indexes.reduce((sum, index) => sum + occurrences(index, alternatives).size, 0);
  return Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
}

function occurrences(index: SourceIndex, alternatives: (readonly string[])[]): Postings {
  const [own, ...others] = alternatives.map((terms) => index.postings(terms));
  if (!own || others.length === 0) return own ?? new Map<number, number>();
  const merged = new Map(own);
  for (const postings of others) {
    for (const [place, times] of postings) merged.set(place, (merged.get(place) ?? 0) + times);
  }
  return merged;
}
