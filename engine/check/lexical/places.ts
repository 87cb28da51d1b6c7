import { areRelated } from '../../language/related-words.ts';
import { documentWords, namesRole } from '../../language/roles.ts';
import { meanAlike } from '../../language/synonyms.ts';
import type { RankedPassage, RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { titleWeight } from '../../retrieve/query/query.ts';
import { type Candidate, holdsTerm } from './candidates.ts';
import type { Compared, Decision } from './compare/decide.ts';
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
export type Place = { candidate: Candidate; relevance: number };

/**
 * Sorts the sentences of the best passages by how closely they match the rule, best first. `learned` has the same
 * sentences in the order of the learned weights; empty if the weights do not apply.
 */
export function placesOf(
  candidates: readonly Candidate[],
  ranked: readonly RankedPassage[],
  learned: readonly Candidate[],
  terms: readonly RuleTerm[],
  { topic, verb }: ParsedRule,
): Place[] {
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
  return candidates
    .map((candidate) => {
      const words =
        weighed.reduce((sum, { term, weight }) => sum + weight * alike(term, candidate), 0) / total;
      const match =
        (words + passageWeight * (passages.get(candidate.passage) ?? 0)) *
        (candidate.headingLine ? headingLineFactor : 1);
      const numbers = candidate.coverage > 0 ? candidate.score / candidate.coverage : 1;
      return { candidate, relevance: match * numbers + learnedWeight * (ranks.get(candidate) ?? 0) };
    })
    .sort((one, other) => other.relevance - one.relevance);
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
        share = meanAlike(term.term, other) ? synonymShare : areRelated(term.term, other) ? relatedShare : 0;
        known.set(other, share);
      }
      most = Math.max(most, share);
    }
    return most;
  };
}

/**
 * Completes a decision without an outcome by the compared sentence that a reviewer should read first. For a rule with
 * one duty, this is the sentence that matches the rule best; `compared` is null if that sentence was not compared. For
 * a rule with several duties, it is the best compared sentence that has the act or most of the words of the duty.
 */
export function nearestFirst(
  decision: Decision,
  compared: readonly Compared[],
  places: readonly Place[],
  isOnlyDuty: boolean,
): Decision {
  if (decision.outcome !== 'undetermined' || decision.standing !== null) return decision;
  const shown = isOnlyDuty ? places.slice(0, 1) : places;
  const nearest = shown
    .flatMap(({ candidate }) => compared.find((one) => one.candidate === candidate) ?? [])
    .find(({ comparison }) => isOnlyDuty || comparison.act || comparison.coverage >= mostOfWords);
  return { ...decision, compared: nearest ?? null };
}

const mostOfWords = 0.6;
