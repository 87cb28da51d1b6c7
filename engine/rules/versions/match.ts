import { english } from '../../language/english.ts';
import type { Sentence } from './sentence.ts';

/** The share of their words that two sentences need to be versions of each other. */
const leastShared = 0.65;
/** The same, for sentences in the same clause or under the same heading. */
const leastSharedInPlace = 0.5;
/** A closed-class word such as "the" or "shall" says little about what a sentence is about. */
const smallWord = 0.25;
/** Sentences that share only words that very many sentences have are not compared. */
const mostWithWord = 400;
const samePlace = 0.05;

/**
 * For each sentence of the earlier version, the index of the sentence of the later version that it has become; -1 if
 * there is none. Equal words come first, with the same place if possible, then similar words. No later sentence is used
 * twice.
 */
export function matchSentences(before: readonly Sentence[], after: readonly Sentence[]): number[] {
  const matches = before.map(() => -1);
  const taken = new Set<number>();
  const take = (at: number, to: number) => {
    matches[at] = to;
    taken.add(to);
  };
  const placeKeys = [
    ({ key, clause, heading }: Sentence) => JSON.stringify([key, clause, heading]),
    ({ key, heading }: Sentence) => JSON.stringify([key, heading]),
    ({ key, clause }: Sentence) => JSON.stringify([key, clause]),
    ({ key }: Sentence) => key,
  ];
  for (const keyOf of placeKeys) {
    const open = new Map<string, number[]>();
    after.forEach((sentence, to) => {
      if (!taken.has(to)) open.set(keyOf(sentence), [...(open.get(keyOf(sentence)) ?? []), to]);
    });
    before.forEach((sentence, at) => {
      const to = matches[at] === -1 ? open.get(keyOf(sentence))?.shift() : undefined;
      if (to !== undefined) take(at, to);
    });
  }
  const pairs = similarPairs(
    before.flatMap((sentence, at) => (matches[at] === -1 ? [{ sentence, at }] : [])),
    after.flatMap((sentence, at) => (taken.has(at) ? [] : [{ sentence, at }])),
  );
  for (const { at, to } of pairs) if (matches[at] === -1 && !taken.has(to)) take(at, to);
  return matches;
}

type Placed = { sentence: Sentence; at: number };
type Pair = { at: number; to: number; score: number };

/** Sentences that can be versions of each other, the most similar first. */
function similarPairs(before: readonly Placed[], after: readonly Placed[]): Pair[] {
  const withWord = new Map<string, number[]>();
  const counts = after.map(({ sentence }) => countsOf(sentence.words));
  counts.forEach((words, place) => {
    for (const word of words.keys())
      if (weightOf(word) === 1) withWord.set(word, [...(withWord.get(word) ?? []), place]);
  });
  const pairs: Pair[] = [];
  for (const { sentence, at } of before) {
    const own = countsOf(sentence.words);
    const places = new Set(
      [...own.keys()].flatMap((word) => {
        const found = withWord.get(word) ?? [];
        return found.length > mostWithWord ? [] : found;
      }),
    );
    for (const place of places) {
      const other = after[place];
      const words = counts[place];
      if (!other || !words) continue;
      const isInPlace = isSamePlace(sentence, other.sentence);
      const shared = sharedOf(own, words);
      if (shared < (isInPlace ? leastSharedInPlace : leastShared)) continue;
      const score = shared + (sentence.clause === other.sentence.clause ? samePlace : 0);
      pairs.push({ at, to: other.at, score });
    }
  }
  return pairs.sort((one, other) => other.score - one.score || one.at - other.at || one.to - other.to);
}

function isSamePlace(one: Sentence, other: Sentence): boolean {
  return (
    (one.clause !== '' && one.clause === other.clause) ||
    (one.heading !== '' && one.heading === other.heading)
  );
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The share of the words that two sentences have in common, 0 to 1. */
function sharedOf(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [word, count] of one) shared += weightOf(word) * Math.min(count, other.get(word) ?? 0);
  const all = weightIn(one) + weightIn(other);
  return all === 0 ? 0 : (2 * shared) / all;
}

function weightIn(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [word, count] of counts) sum += weightOf(word) * count;
  return sum;
}

function weightOf(word: string): number {
  return english.stopWords.has(word) || english.duties.has(word) ? smallWord : 1;
}
