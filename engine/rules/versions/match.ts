import { english } from '../../language/english.ts';
import { grouped } from '../../model/sorted.ts';
import type { Sentence } from './sentence.ts';

/** The share of their telling words that two sentences need to be versions of each other. */
const leastShared = 0.65;
/** The same, for sentences in the same clause or under the same heading. */
const leastSharedInPlace = 0.5;
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
    const free = after.flatMap((sentence, at) => (taken.has(at) ? [] : [{ sentence, at }]));
    const open = grouped(free, ({ sentence }) => keyOf(sentence));
    before.forEach((sentence, at) => {
      const to = matches[at] === -1 ? open.get(keyOf(sentence))?.shift()?.at : undefined;
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
  const telling = after.map(({ sentence }) => tellingWords(sentence));
  telling.forEach((words, place) => {
    for (const word of words) withWord.set(word, [...(withWord.get(word) ?? []), place]);
  });
  const pairs: Pair[] = [];
  for (const { sentence, at } of before) {
    const own = tellingWords(sentence);
    const places = new Set(
      [...own].flatMap((word) => {
        const found = withWord.get(word) ?? [];
        return found.length > mostWithWord ? [] : found;
      }),
    );
    for (const place of places) {
      const [other, words] = [after[place], telling[place]];
      if (!other || !words) continue;
      const count = [...own].filter((word) => words.has(word)).length;
      const share = (2 * count) / (own.size + words.size);
      if (share < (isSamePlace(sentence, other.sentence) ? leastSharedInPlace : leastShared)) continue;
      const score = share + (sentence.clause === other.sentence.clause ? samePlace : 0);
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

/** The words that say what a sentence is about, without those such as "the" and "shall". */
function tellingWords({ words }: Sentence): Set<string> {
  return new Set(words.filter((word) => !english.stopWords.has(word) && !english.duties.has(word)));
}
