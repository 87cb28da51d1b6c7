import type { Passage } from '../../model/passage.ts';
import { compare } from '../../model/sorted.ts';
import type { Postings } from '../index/positional-index.ts';
import type { SourceIndex } from '../index/source-index.ts';
import type { Query } from './query.ts';

export type Scored = { passage: Passage; score: number };
export type Ranking = {
  /** Best first. */
  ranked: Scored[];
  /**
   * The highest score of a passage divided by the total weight of the query's own words, 0 to 1. Words that occur in no
   * passage add to the total weight. Numbers do not, because a text with a different number is on the same topic.
   */
  presence: number;
};

/** The parameters of BM25: `k1` limits what repetitions of a word add, `b` is how strongly long texts are penalised. */
type Saturation = { k1: number; b: number };
/** The parameters for passages, which were best on short passages of contracts. */
const inPassages: Saturation = { k1: 0.9, b: 0.3 };
/** The parameters for pages. They are the usual ones; on filings of 4 to 213 pages, other values made no difference. */
const onPages: Saturation = { k1: 1.2, b: 0.75 };
/**
 * The share of a passage's score that comes from its page. The page can name the topic outside the passage: on another
 * line of a table, or in the title of the page.
 */
const pageShare = 0.5;
/** The weight of a number next to its unit: it counts as much as a word of the rule. */
const quantityWeight = 1;
/** The weight of a word from a glossary, which counts less than a word of the rule. */
const relatedWeight = 0.8;
/**
 * What a phrase from a glossary adds if a passage contains the whole phrase, in addition to the scores of its words.
 */
const wordingWeight = 0.4;

/**
 * The weight of a substitute for a word that no source contains. It counts less than the word, because it can name a
 * different thing.
 */
const substituteWeight = 0.5;

/** Passages or pages of the sources, and their lengths. */
type Units = {
  count: number;
  averageLength: number;
  lengthOf: (index: SourceIndex, place: number) => number;
};

/** Ranks the passages of the given sources for a query. The order of the sources does not change the result. */
export function rank(indexes: readonly SourceIndex[], query: Query): Ranking {
  const passages = passagesOf(indexes);
  if (passages.count === 0) return { ranked: [], presence: 0 };
  const pages = pagesOf(indexes);
  const sizes = indexes.map((index) => index.passages.length);
  const scores = new ScoreTable(sizes);
  const bonuses = new ScoreTable(sizes);
  const pageScores = new ScoreTable(indexes.map((index) => index.pages.end));
  /** Adds the scores of a term to passages and pages, and returns its weight. */
  const add = (alternatives: (readonly string[])[], weight: number, points: ScoreTable): number => {
    const found = indexes.map((index) => occurrences(index, alternatives));
    if (pages.count > 0) {
      const there = indexes.map((index, at) => index.pages.postings(found[at] ?? new Map(), alternatives));
      addScores(indexes, there, pages, onPages, weight, pageScores);
    }
    return weight * addScores(indexes, found, passages, inPassages, weight, points);
  };
  let selfScore = 0;
  for (const { term, alternatives, weight, substitutes } of query.terms) {
    if (isNumber(term)) add(alternatives, weight, bonuses);
    else selfScore += add(alternatives, weight, scores);
    if (substitutes.length === 0 || isPresent(indexes, alternatives)) continue;
    for (const other of substitutes) add([[other]], weight * substituteWeight, bonuses);
  }
  for (const quantity of query.quantities) {
    const found = indexes.map((index) => index.postings(quantity));
    addScores(indexes, found, passages, inPassages, quantityWeight, bonuses);
  }
  for (const row of query.related) add([row], row.length > 1 ? wordingWeight : relatedWeight, bonuses);

  let best = 0;
  const ranked: Scored[] = [];
  indexes.forEach((index, at) => {
    index.passages.forEach((passage, place) => {
      const own = scores.get(at, place);
      const alone = own + bonuses.get(at, place);
      const page = index.pages.pageOf(place);
      best = Math.max(best, own);
      const around = page === null ? alone : pageScores.get(at, page);
      const total = alone * (1 - pageShare) + around * pageShare;
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

/**
 * Compares passages by their scores, best first. Passages with equal scores are ordered by their content, not by the
 * order of the files.
 */
export function byScore(one: Scored, other: Scored): number {
  return (
    other.score - one.score ||
    compare(one.passage.source.sha256, other.passage.source.sha256) ||
    one.passage.start - other.passage.start
  );
}

function passagesOf(indexes: readonly SourceIndex[]): Units {
  const count = indexes.reduce((total, index) => total + index.passages.length, 0);
  const length = indexes.reduce((total, index) => total + index.totalLength, 0);
  return {
    count,
    averageLength: Math.max(1, length / count),
    lengthOf: ({ lengths }, place) => lengths[place] ?? 0,
  };
}

function pagesOf(indexes: readonly SourceIndex[]): Units {
  const lengths = indexes.flatMap((index) => [...index.pages.lengths.values()]);
  return {
    count: lengths.length,
    averageLength: Math.max(1, lengths.reduce((total, length) => total + length, 0) / lengths.length),
    lengthOf: ({ pages }, page) => pages.lengths.get(page) ?? 0,
  };
}

/** Adds the scores of a term to the passages or pages that contain it, and returns its inverse frequency. */
function addScores(
  indexes: readonly SourceIndex[],
  found: readonly Postings[],
  units: Units,
  { k1, b }: Saturation,
  weight: number,
  points: ScoreTable,
): number {
  const holding = found.reduce((sum, { size }) => sum + size, 0);
  const idf = inverse(units.count, holding);
  indexes.forEach((index, at) => {
    for (const [place, times] of found[at] ?? []) {
      const norm = k1 * (1 - b + (b * units.lengthOf(index, place)) / units.averageLength);
      points.add(at, place, (weight * idf * times * (k1 + 1)) / (times + norm));
    }
  });
  return idf;
}

/** How specific a term is: the fewer passages contain it or one of its alternatives, the higher. */
export function inverseFrequency(
  indexes: readonly SourceIndex[],
  alternatives: (readonly string[])[],
): number {
  const total = indexes.reduce((sum, index) => sum + index.passages.length, 0);
  const holding = indexes.reduce((sum, index) => sum + occurrences(index, alternatives).size, 0);
  return inverse(total, holding);
}

function inverse(total: number, holding: number): number {
  return Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
}

function isPresent(indexes: readonly SourceIndex[], alternatives: (readonly string[])[]): boolean {
  return indexes.some((index) => alternatives.some((terms) => index.postings(terms).size > 0));
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

/**
 * A number for each passage or page of each source, initially 0. All numbers are in one array, because a separate array
 * for each of a thousand sources would be slow.
 */
class ScoreTable {
  readonly #starts: number[] = [];
  readonly #values: Float64Array;

  /** `sizes`: how many passages or pages each source has. */
  constructor(sizes: readonly number[]) {
    let length = 0;
    for (const size of sizes) {
      this.#starts.push(length);
      length += size;
    }
    this.#values = new Float64Array(length);
  }

  add(source: number, place: number, points: number): void {
    const at = this.#at(source, place);
    this.#values[at] = (this.#values[at] ?? 0) + points;
  }

  get(source: number, place: number): number {
    return this.#values[this.#at(source, place)] ?? 0;
  }

  #at(source: number, place: number): number {
    return (this.#starts[source] ?? 0) + place;
  }
}
