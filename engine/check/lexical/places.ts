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
 * What a sentence's words count for a word of the rule: a synonym, a word in the heading, a word for the same subject, a
 * word in the sentence before or after. Chosen on 528 clauses of CUAD and 614 statements of ContractNLI, where they are
 * right among the first three places in .58 and .78 of cases instead of .48 and .77.
 */
const synonymShare = 0.7;
const headingShare = 0.5;
const relatedShare = 0.4;
const besideShare = 0.15;
/** The rule's act says more about a sentence than its other words, and the name of a role or of the document less. */
const actWeight = 2;
const roleWeight = 0.5;
/** How much the rank of the passage and the learned rank of the sentence count beside its words. */
const passageWeight = 1;
const learnedWeight = 0.3;
/** A heading is not a statement: the sentences under it are shown instead. */
const headingLineFactor = 0.5;
/** Shorter words that only a title has are pieces of other words, such as "non" and "pre". */
const shortestOfTitle = 4;

/** A sentence to read, and how closely it matches the rule: more is closer; comparable only within one rule. */
export type Place = { candidate: Candidate; relevance: number };

/**
 * The sentences of the best passages by how likely they answer the rule, best first. `learned` are the same sentences in
 * the order of the learned weights; empty where the weights do not apply.
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

/** How much a sentence has of a word, 0 to 1. Pairs of words are compared once. */
function likenessOf(): (term: RuleTerm, candidate: Candidate) => number {
  const known = new Map<string, number>();
  return (term, candidate) => {
    if (holdsTerm(candidate.row, term)) return 1;
    let most = candidate.context.has(term.term)
      ? headingShare
      : holdsTerm(candidate.beside, term)
        ? besideShare
        : 0;
    for (const other of candidate.row) {
      const pair = `${term.term} ${other}`;
      let share = known.get(pair);
      if (share === undefined) {
        share = meanAlike(term.term, other) ? synonymShare : areRelated(term.term, other) ? relatedShare : 0;
        known.set(pair, share);
      }
      most = Math.max(most, share);
    }
    return most;
  };
}

/**
 * An open decision about the place that matches the rule best. If no test compared that place with the duty, the decision
 * describes none. Each of several duties has the best place that was compared with it and has most of its words.
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
