import { areRelated } from '../../language/related-words.ts';
import { documentWords, namesRole } from '../../language/roles.ts';
import { findAlike } from '../../language/synonyms.ts';
import type { RankedPassage, RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { titleWeight } from '../../retrieve/query/query.ts';
import { type Candidate, holdsTerm } from './candidates.ts';
import { closenessTo } from './closeness.ts';
import type { Asked } from './compare/asked.ts';
import type { Compared } from './compare/compared.ts';
import type { Decision } from './compare/decide.ts';
import type { ParsedRule } from './parsed-rule.ts';

/**
 * How much a match counts if a sentence does not contain a word of the rule itself: a synonym, the word in the heading,
 * a word for the same subject, the word in the sentence before or after. With these values, one of the three best
 * sentences is right for .58 of 528 clauses of CUAD (instead of .48) and for .78 of 614 statements of ContractNLI
 * (instead of .77). The values were chosen on the same data.
 */
const synonymShare = 0.7;
const headingShare = 0.5;
const relatedShare = 0.4;
const besideShare = 0.15;
/**
 * Factors of a word's weight: a match of the rule's act counts twice, a match of the name of a role or of a kind of
 * document half.
 */
const actWeight = 2;
const roleWeight = 0.5;
/**
 * How much the score of the passage and the learned rank of the sentence count, if the words of the sentence count 1.
 */
const passageWeight = 1;
const learnedWeight = 0.3;
/** How much it counts that the words of the rule's subject are near each other in the sentence. */
const closenessWeight = 3;
/** A number with the unit of the rule's number adds this share, if the sentence has at least `leastMeasured` itself. */
const measureShare = 0.25;
const leastMeasured = 0.3;
/** Factor of the relevance of a heading. A heading is not a statement, so the sentences under it should rank higher. */
const headingLineFactor = 0.5;
/**
 * Words of the rule's title with fewer letters than this are ignored, because they are parts of words, such as "non"
 * and "pre".
 */
const shortestOfTitle = 4;

/**
 * A sentence for a reviewer to read. `relevance` says how closely the sentence matches the rule; it is comparable only
 * within one rule.
 */
export type Place = {
  candidate: Candidate;
  relevance: number;
  /** Whether the sentence has a number with the unit of the rule's number. */
  isMeasured: boolean;
  /** Whether the sentence is clearly about what the rule is about. */
  isAbout: boolean;
};

/** An answer without an outcome quotes this many sentences. Those that are clearly about the rule come first. */
export const mostPlaces = 3;
/**
 * Of this many sentences, those that are clearly about the rule come first. A sentence about another subject can match
 * better only because it has a number like the rule's.
 */
const mostNear = 8;
/** It quotes only sentences whose relevance to the rule is at least this share of the highest relevance. */
const nearBest = 0.4;
/** A text with fewer words is not a statement: "3.", "(ii) and". */
const leastOfStatement = 3;

/**
 * Sorts the sentences of the best passages by how closely they match the rule, best first. `learned` has the same
 * sentences in the order of the learned weights; empty if the weights do not apply.
 */
export function placesOf(
  candidates: readonly Candidate[],
  ranked: readonly RankedPassage[],
  learned: readonly Candidate[],
  terms: readonly RuleTerm[],
  asked: readonly Asked[],
  parsedRule: ParsedRule,
): Place[] {
  const { topic, verb } = parsedRule;
  const titles = new Set(topic.map(({ term }) => term));
  const weighed = terms
    .filter(({ term, word }) => !isNumber(term) && !(titles.has(term) && word.length < shortestOfTitle))
    .map((term) => ({
      term,
      weight:
        term.weight *
        (titles.has(term.term) ? titleWeight : 1) *
        (term.term === verb?.term ? actWeight : 1) *
        (namesRole([term.word]) || documentWords.test(term.word) ? roleWeight : 1),
    }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const best = ranked[0]?.score ?? 1;
  const passages = new Map(ranked.map(({ passage, score }) => [passage, score / best]));
  const ranks = new Map(learned.map((candidate, rank) => [candidate, 1 / (1 + rank)]));
  const alike = likenessOf();
  const closeness = closenessTo(terms, asked, parsedRule);
  const sorted = candidates
    .map((candidate): Place => {
      const words =
        weighed.reduce((sum, { term, weight }) => sum + weight * alike(term, candidate), 0) / total;
      const match =
        (words + passageWeight * (passages.get(candidate.passage) ?? 0)) *
        (candidate.headingLine ? headingLineFactor : 1);
      const numbers = candidate.coverage > 0 ? candidate.score / candidate.coverage : 1;
      const { share, isMeasured, isAbout } = closeness(candidate);
      const more = isMeasured && share >= leastMeasured ? measureShare : 0;
      const close = closenessWeight * (share + more) * (candidate.headingLine ? headingLineFactor : 1);
      const relevance = (match + close) * numbers + learnedWeight * (ranks.get(candidate) ?? 0);
      return { candidate, relevance, isMeasured, isAbout };
    })
    .sort((one, other) => other.relevance - one.relevance);
  const first = sorted.slice(0, mostNear);
  return [
    ...first.filter(({ isAbout, isMeasured }) => isAbout && isMeasured),
    ...first.filter(({ isAbout, isMeasured }) => isAbout && !isMeasured),
    ...first.filter(({ isAbout }) => !isAbout),
    ...sorted.slice(mostNear),
  ];
}

/**
 * Returns a function that says how closely a sentence matches a word, 0 to 1. Each pair of words is compared only once.
 */
function likenessOf(): (term: RuleTerm, candidate: Candidate) => number {
  const compared = new Map<RuleTerm, Map<string, number>>();
  return (term, candidate) => {
    if (holdsTerm(candidate.row, term)) return 1;
    let most = candidate.context.has(term.term)
      ? headingShare
      : holdsTerm(candidate.beside, term)
        ? besideShare
        : 0;
    const known = compared.get(term) ?? new Map<string, number>();
    compared.set(term, known);
    for (const other of candidate.row) {
      let share = known.get(other);
      if (share === undefined) {
        share = findAlike(term.term, other) ? synonymShare : areRelated(term.term, other) ? relatedShare : 0;
        known.set(other, share);
      }
      most = Math.max(most, share);
    }
    return most;
  };
}

/**
 * Completes a decision without an outcome by the compared sentence that a reviewer should read first. For a rule with
 * one duty, this is the sentence that matches the rule best; `compared` is null if that sentence was not compared or is not
 * clearly about the rule. For
 * a rule with several duties, it is the best compared sentence that has the act or most of the words of the duty.
 */
export function nearestFirst(
  decision: Decision,
  compared: readonly Compared[],
  places: readonly Place[],
  isOnlyDuty: boolean,
): Decision {
  if (decision.outcome !== 'undetermined' || decision.standing !== null) return decision;
  const shown = isOnlyDuty ? places.slice(0, 1).filter(({ isAbout }) => isAbout) : places;
  const nearest = shown
    .flatMap(({ candidate }) => compared.find((one) => one.candidate === candidate) ?? [])
    .find(({ comparison: { act, coverage, limits } }) => {
      if (!isOnlyDuty) return act || coverage >= mostOfWords;
      return coverage >= ofSubject && (act || limits.some(({ stated }) => stated !== null));
    });
  return { ...decision, compared: nearest ? withoutPresent(nearest, decision.asked) : null };
}

/**
 * Removes from the missing words of a comparison those that the sentence has outside its main clause, for example after
 * "if", because a reader sees them in the quote.
 */
function withoutPresent(compared: Compared, { words }: Asked): Compared {
  const { candidate, comparison } = compared;
  const present = new Set(candidate.tokens.flatMap(({ word, term }) => [word, words.get(term) ?? word]));
  const missing = comparison.missing.filter((word) => !present.has(word));
  return { ...compared, comparison: { ...comparison, missing } };
}

const mostOfWords = 0.6;
/** A sentence with the act or the kind of number of the rule and this share of its object words is about its subject. */
const ofSubject = 0.75;

/** The sentences that a reviewer should read: the given ones and the most relevant ones, each text once. */
export function placesToRead(given: readonly Candidate[], places: readonly Place[]): Candidate[] {
  const best = places[0]?.relevance ?? 0;
  const near = places.filter(
    ({ candidate, relevance, isAbout }) =>
      isAbout || (relevance >= best * nearBest && !candidate.headingLine && !isFragment(candidate)),
  );
  const start = given.length === 0 && near.length === 0 ? places.slice(0, 1) : near;
  const byText = new Map<string, Candidate>();
  for (const candidate of [...given, ...start.map((place) => place.candidate)]) {
    if (!byText.has(candidate.text)) byText.set(candidate.text, candidate);
  }
  return [...byText.values()].slice(0, Math.max(mostPlaces, given.length));
}

function isFragment({ text }: Candidate): boolean {
  return (text.match(/\p{L}{2,}/gu) ?? []).length < leastOfStatement;
}
