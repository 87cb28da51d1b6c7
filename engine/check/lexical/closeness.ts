import { areRelated } from '../../language/related-words.ts';
import { namesRole } from '../../language/roles.ts';
import { findAlike } from '../../language/synonyms.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { titleWeight } from '../../retrieve/query/query.ts';
import { type Candidate, holdsTerm } from './candidates.ts';
import { type Asked, tooGeneral } from './compare/asked.ts';
import type { ParsedRule } from './parsed-rule.ts';
import { comparable } from './rule-quantities.ts';

/** How close a sentence is to a rule. */
export type Closeness = {
  /**
   * The share of what the rule is about that the sentence contains, 0 to 1: words by weight, of which the rule's own
   * words count fully and other words for the same in part.
   */
  share: number;
  /** Whether the sentence has a number with the unit of the rule's number. */
  isMeasured: boolean;
  /** Whether the sentence is clearly about what the rule is about. */
  isAbout: boolean;
};

/** A word of a rule that shows what the rule is about. Words with the weight 0 show nothing. */
type SubjectWord = { term: RuleTerm; weight: number };

/**
 * Factors of a word's weight: the act, a name, the name of a role. A name counts little, because a clause about another
 * country or firm is about the same subject. A role counts half, because documents call their parties otherwise.
 */
const actWeight = 1.5;
const nameWeight = 0.2;
const roleWeight = 0.5;
/** Words of the rule's title with fewer letters are parts of words, such as "non" and "pre". */
const shortestOfTitle = 4;
/** How much a match counts that is not the rule's own word: a synonym, a word for the same subject. */
const synonymShare = 0.55;
const relatedShare = 0.5;
/** How much a word of the rule counts that is only in the heading, or only in the sentence before or after. */
const headingShare = 0.4;
const besideShare = 0.1;
/** The matched words must be within this many content words, because a long sentence is about many things. */
const reach = 16;
/**
 * A sentence is clearly about a rule if it reaches both shares and has at least two of the rule's words. The values were
 * chosen on one half of the documents of CUAD and ContractNLI; see `docs/measurements.md` for the other half.
 */
const leastShare = 0.6;
const leastOwn = 0.5;
const leastWords = 2;
/** Least share if the sentence counts what the rule counts: "at least 10,000 iterations". */
const leastOfCounted = 0.4;
/** A word with less than this share of the heaviest word's weight does not count as one of these two. */
const leastWeight = 0.15;
const leastStrength = 0.5;

/** Returns a function that measures how close a sentence is to a rule. Each pair of words is compared only once. */
export function closenessTo(
  terms: readonly RuleTerm[],
  asked: readonly Asked[],
  parsedRule: ParsedRule,
): (candidate: Candidate) => Closeness {
  const words = subjectWords(terms, asked, parsedRule);
  const ofDuties = asked.map((duty) => words.filter(({ term }) => duty.words.has(term.term)));
  const counts = asked.some(({ statement: { limits } }) =>
    limits.some(({ dimension }) => dimension === 'count'),
  );
  const strengthOf = strengths();
  const all = measureOf(words, strengthOf);
  // Of a rule with several duties, a sentence need be about only one.
  const each = asked.length > 1 ? ofDuties.map((own) => measureOf(own, strengthOf)) : [all];
  return (candidate) => {
    // A short line without a quantity is a heading; one with a quantity can be the row of a table.
    const states =
      !candidate.headingLine || candidate.quantities.some(({ unit, from }) => unit !== null && from > 0);
    const { share, isAbout } = all(candidate);
    const isMeasured = parsedRule.quantities.some((one) =>
      candidate.quantities.some((other) => comparable(other, one)),
    );
    const isAboutOne = isAbout || each.some((measure) => measure(candidate).isAbout);
    const isCounted = counts && isMeasured && share >= leastOfCounted;
    return { share, isMeasured, isAbout: states && (isAboutOne || isCounted) };
  };
}

function measureOf(
  words: readonly SubjectWord[],
  strengthOf: (term: RuleTerm, other: string) => number,
): (candidate: Candidate) => Omit<Closeness, 'isMeasured'> {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  const heaviest = Math.max(...words.map(({ weight }) => weight));
  const counted = words.map(({ weight }) => weight >= heaviest * leastWeight);
  const wanted = Math.min(leastWords, counted.filter(Boolean).length);
  return (candidate) => {
    if (total === 0) return { share: 0, isAbout: false };
    const best = bestWindow(words, candidate, strengthOf);
    const sum = (least: number): number =>
      words.reduce(
        (all, { weight }, at) => all + weight * ((best[at] ?? 0) >= least ? (best[at] ?? 0) : 0),
        0,
      );
    const share = sum(0) / total;
    const own = sum(1) / total;
    const found = best.filter((strength, at) => counted[at] && strength >= leastStrength).length;
    return { share, isAbout: share >= leastShare && own >= leastOwn && found >= wanted };
  };
}

function subjectWords(
  terms: readonly RuleTerm[],
  asked: readonly Asked[],
  { topic, verb }: ParsedRule,
): SubjectWord[] {
  const titles = new Set(topic.map(({ term }) => term));
  const actors = new Set(asked.flatMap(({ actor }) => actor));
  const names = new Set(asked.flatMap(({ properNames }) => [...properNames]));
  const limits = new Set(asked.flatMap(limitTerms));
  const acts = new Set([verb?.term, ...asked.map(({ act }) => act)]);
  const words = terms
    .filter(
      ({ term, word }) =>
        !isNumber(term) &&
        /\p{L}/u.test(word) &&
        !ownNames.test(word) &&
        !tooGeneral.test(word) &&
        !party.test(word) &&
        !actors.has(term) &&
        !limits.has(term) &&
        !(titles.has(term) && (word.length < shortestOfTitle || numbering.test(word))),
    )
    .map((term) => ({
      term,
      weight:
        term.weight *
        (names.has(term.term) ? nameWeight : 1) *
        (namesRole([term.word]) ? roleWeight : 1) *
        (titles.has(term.term) ? titleWeight : 1) *
        (acts.has(term.term) ? actWeight : 1),
    }));
  return words.length > 0 ? words : terms.map((term) => ({ term, weight: term.weight }));
}

/** The words of a duty's limits, such as "no less than 30 days", without what is counted: "at most five users". */
function limitTerms({ statement: { limits, tokens } }: Asked): string[] {
  return limits.flatMap(({ from, to, dimension, terms }) =>
    tokens
      .slice(from, to + 1)
      .flatMap(({ term }) => (dimension === 'count' && terms.includes(term) ? [] : [term])),
  );
}

const party = /^part(?:y|ies)$/;

/** Matches words with which a document names itself and never another thing, as "report" can. */
const ownNames = /^(?:agreement|contract|document|clause|section|text)s?$/;

/** Matches words with which people number their rules: "Rule 7". */
const numbering = /^(?:rule|requirement|item|check|test|question|control)s?$/;

/**
 * For each word, how strongly the best part of a sentence contains it. The best part is the run of `reach` content words
 * with the most weight.
 */
function bestWindow(
  words: readonly SubjectWord[],
  candidate: Candidate,
  strengthOf: (term: RuleTerm, other: string) => number,
): number[] {
  const { row, context, beside } = candidate;
  const around = words.map(({ term }): number =>
    context.has(term.term) ? headingShare : holdsTerm(beside, term) ? besideShare : 0,
  );
  const matches = row.flatMap((other, at) =>
    words.flatMap(({ term }, word) => {
      const strength = beginsAt(row, at, term) ? 1 : strengthOf(term, other);
      return strength > 0 ? [{ at, word, strength }] : [];
    }),
  );
  const weightOf = (strengths: readonly number[]): number =>
    strengths.reduce((sum, strength, word) => sum + strength * (words[word]?.weight ?? 0), 0);
  let best = around;
  let most = weightOf(around);
  for (const [start, first] of matches.entries()) {
    const found = [...around];
    for (let next = start; next < matches.length; next += 1) {
      const { at, word, strength } = matches[next] ?? first;
      if (at - first.at >= reach) break;
      found[word] = Math.max(found[word] ?? 0, strength);
    }
    const weight = weightOf(found);
    if (weight > most) {
      most = weight;
      best = found;
    }
  }
  return best;
}

/** Whether a word of the rule, or another name that the sources use for it, begins at a position of a row of terms. */
function beginsAt(row: readonly string[], at: number, { alternatives }: RuleTerm): boolean {
  return alternatives.some((terms) => terms.every((term, offset) => row[at + offset] === term));
}

function strengths(): (term: RuleTerm, other: string) => number {
  const compared = new Map<RuleTerm, Map<string, number>>();
  return (term, other) => {
    const known = compared.get(term) ?? new Map<string, number>();
    compared.set(term, known);
    let strength = known.get(other);
    if (strength === undefined) {
      strength = findAlike(term.term, other) ? synonymShare : areRelated(term.term, other) ? relatedShare : 0;
      known.set(other, strength);
    }
    return strength;
  };
}
