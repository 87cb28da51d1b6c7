import type { Language } from '../../language/language.ts';
import { areRelated } from '../../language/related-words.ts';
import { namesRole } from '../../language/roles.ts';
import { kindOf } from '../../model/rule.ts';
import { compare } from '../../model/sorted.ts';
import type { RankedPassage, RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { asksForNumber } from '../../retrieve/query/query.ts';
import { isSameKind, isSameValue } from './limits.ts';
import type { ReadRule } from './read-rule.ts';
import { type ReadSentence, sentencesOf } from './read-sentences.ts';
import type { Ground } from './same-sentence.ts';

/** A sentence for a reviewer to read. */
export type Place = {
  read: ReadSentence;
  /** How closely the sentence matches the rule; comparable only within one rule. */
  relevance: number;
  /** The share of the rule's words, by weight, that one part of the sentence has, 0 to 1. */
  share: number;
  /** The same for the rule's own words only, by their rarity alone: the act counts no more than any other word, and the parties nothing. */
  likeness: number;
  /** Whether the sentence is clearly about what the rule is about. */
  isAbout: boolean;
};

/** A sentence that decides a rule. */
export type Judged = { place: Place; ground: Ground; outcome: 'satisfied' | 'violated'; isCertain: boolean };
export type JudgedByLimit = Judged & { ground: { relation: 'limit' } };

/** How many of the best passages are read sentence by sentence. */
const passagesRead = 14;
/**
 * How much a match counts that is not the rule's own word: a word for the same subject, a word of the heading, a word
 * of the sentence before or after. Chosen on one half of the documents of CUAD and ContractNLI.
 */
const relatedShare = 0.5;
/** The same for a question with a word that no document has: who asks has not read them, and they call it otherwise. */
const insteadShare = 0.9;
const headingShare = 0.4;
const besideShare = 0.12;
/** The same for a sentence with a number of the rule's kind that continues one without: that one says what it counts. */
const beforeShare = 0.75;
/** A word of fewer letters ends other words by chance. */
const leastOfCompound = 4;
/** The matched words must be within this many content words, because a long sentence is about many things. */
const reach = 16;
/**
 * Factors of a word's weight: a name counts little, because another country or firm is the same subject; the act counts
 * more. With these values, one of the three best sentences is right for .79 of 614 statements of ContractNLI.
 */
const nameWeight = 0.2;
const actWeight = 2.2;
const titleWeight = 0.5;
/** Words of the rule's title with fewer letters are parts of words, such as "non" and "pre". */
const shortestOfTitle = 4;
/** The weight of the closest part of the sentence, where the score of its passage counts 1 and all its words count 1. */
const partWeight = 3;
/** Factor of the relevance of a heading, which states nothing by itself. */
const headingFactor = 0.5;
/** A sentence is clearly about a rule from this share on, if it also has this share in the rule's own words. */
export const leastShare = 0.6;
const leastOwn = 0.5;
/** Factors for a rule with a number: a sentence has the same number, a number of the same kind, none. */
const sameNumber = 1.2;
const sameKind = 1.1;
const noNumber = 0.85;
/** Factors for a rule that asks for a number: a sentence has one, or none. */
const hasNumber = 1.3;
const lacksNumber = 0.8;

/** Words with which people number their rules, and with which documents name themselves. */
const emptyWords =
  /^(?:rule|requirement|item|check|test|question|control|agreement|contract|document|clause|section|text)s?$/;

/** The sentences of the best passages, the closest to the rule first. */
export function placesOf(rule: ReadRule, ranked: readonly RankedPassage[], language: Language): Place[] {
  const best = ranked[0]?.score || 1;
  const closeness = closenessTo(rule);
  const asksNumber = rule.limits.length === 0 && asksForNumber(rule.rule.description);
  return ranked
    .slice(0, passagesRead)
    .flatMap(({ passage, score }) =>
      sentencesOf(passage, language).map((read, at, all): Place => {
        const { share, likeness, own, words } = closeness(read);
        const numbers = rule.limits.length > 0 ? numberFactor(rule, read) : 1;
        const last = numbers > 1 ? all[at - 1] : undefined;
        const goesOn = last !== undefined && !last.isHeading && numberFactor(rule, last) === noNumber;
        const near = goesOn ? closeness(read, read.before) : { share, words };
        const counts = asksNumber ? (/\d/.test(read.text) ? hasNumber : lacksNumber) : 1;
        const heading = read.isHeading ? headingFactor : 1;
        return {
          read,
          share,
          likeness,
          relevance: (score / best + near.words + partWeight * near.share) * heading * numbers * counts,
          isAbout: !read.isHeading && share >= leastShare && own >= leastOwn,
        };
      }),
    )
    .sort(
      (one, other) =>
        other.relevance - one.relevance ||
        compare(one.read.passage.source.sha256, other.read.passage.source.sha256) ||
        one.read.sentence.start - other.read.sentence.start,
    );
}

function numberFactor({ limits }: ReadRule, read: ReadSentence): number {
  const stated = read.limits();
  if (limits.some((one) => stated.some((other) => isSameValue(one, other)))) return sameNumber;
  return limits.some((one) => stated.some((other) => isSameKind(one, other))) ? sameKind : noNumber;
}

/** `rarity` is the weight of a term by its rarity alone, zero for words of the title only. */
type WeighedTerm = { term: RuleTerm; weight: number; rarity: number };

function weighed({ terms, described, names, act }: ReadRule): WeighedTerm[] {
  const words = terms
    .filter(
      ({ term, word }) =>
        !isNumber(term) && !emptyWords.test(word) && (described.has(term) || word.length >= shortestOfTitle),
    )
    .map((term) => ({
      term,
      rarity: described.has(term.term) && !namesRole([term.word]) ? term.weight : 0,
      weight:
        term.weight *
        (described.has(term.term) ? 1 : titleWeight) *
        (names.has(term.term) ? nameWeight : 1) *
        (term.term === act ? actWeight : 1),
    }));
  return words.length > 0 ? words : terms.map((term) => ({ term, weight: term.weight, rarity: term.weight }));
}

/** How close a sentence is: the shares of the rule's words in its closest part, in any words or the rule's, and in all of it. */
type Closeness = { share: number; likeness: number; own: number; words: number };

/** `before` are terms of the sentence before that count nearly as much as the sentence's own. */
function closenessTo(rule: ReadRule): (read: ReadSentence, before?: readonly string[]) => Closeness {
  const words = weighed(rule);
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const rarities = words.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
  const strengthOf = strengths(words, kindOf(rule.rule) === 'question');
  const weightOf = (found: readonly number[], least = 0): number =>
    found.reduce(
      (sum, strength, at) => sum + (strength >= least ? strength * (words[at]?.weight ?? 0) : 0),
      0,
    ) / total;
  return ({ terms, headings, beside }, before = []) => {
    const around = words.map(({ term }): number => {
      if (hasTerm(before, term)) return beforeShare;
      return headings.has(term.term) ? headingShare : hasTerm(beside, term) ? besideShare : 0;
    });
    const matches = terms.flatMap((other, at) =>
      strengthOf(other).flatMap(([word, strength]) => ({ at, word, strength })),
    );
    for (const [word, { term }] of words.entries())
      for (const row of term.alternatives)
        if (row.length > 1) for (const at of startsOf(terms, row)) matches.push({ at, word, strength: 1 });
    matches.sort((one, other) => one.at - other.at);
    const all = [...around];
    for (const { word, strength } of matches) all[word] = Math.max(all[word] ?? 0, strength);
    const part = closestPart(matches, around, weightOf);
    const likeness = part.reduce(
      (sum, strength, at) => sum + (strength >= 1 ? (words[at]?.rarity ?? 0) : 0),
      0,
    );
    return {
      share: weightOf(part),
      likeness: likeness / rarities,
      own: weightOf(part, 1),
      words: weightOf(all),
    };
  };
}

type Match = { at: number; word: number; strength: number };

/** Of each word, how strongly the best part of a sentence has it: the run of `reach` content words with the most weight. */
function closestPart(
  matches: readonly Match[],
  around: readonly number[],
  weightOf: (found: readonly number[]) => number,
): readonly number[] {
  let best = around;
  let most = weightOf(around);
  for (const [start, { at: from }] of matches.entries()) {
    const found = [...around];
    for (let next = start; next < matches.length; next += 1) {
      const match = matches[next];
      if (match === undefined || match.at - from >= reach) break;
      found[match.word] = Math.max(found[match.word] ?? 0, match.strength);
    }
    const weight = weightOf(found);
    if (weight > most) {
      most = weight;
      best = found;
    }
  }
  return best;
}

/** Returns a function that says how strongly a term of a sentence matches words of the rule. Each term is compared once. */
function strengths(
  words: readonly WeighedTerm[],
  isQuestion: boolean,
): (other: string) => readonly [number, number][] {
  const known = new Map<string, readonly [number, number][]>();
  return (other) => {
    const found =
      known.get(other) ??
      words.flatMap(({ term }, at): [number, number][] => {
        const strength = strengthOf(term, other, isQuestion);
        return strength > 0 ? [[at, strength]] : [];
      });
    known.set(other, found);
    return found;
  };
}

function strengthOf({ term, alternatives, present }: RuleTerm, other: string, isQuestion: boolean): number {
  if (alternatives.some((row) => row.length === 1 && row[0] === other)) return 1;
  if (!areRelated(term, other) && !isMadeOf(term, other) && !isMadeOf(other, term)) return 0;
  return isQuestion && !present ? insteadShare : relatedShare;
}

/** Whether a word is made of another one with something before it: "photocopy" of "copy", "resell" of "sell". */
function isMadeOf(one: string, other: string): boolean {
  return other.length >= leastOfCompound && one.length >= other.length + 2 && one.endsWith(other);
}

/** Whether a row of terms has a word of the rule, or another name that the sources use for it. */
export function hasTerm(row: readonly string[], { alternatives }: RuleTerm): boolean {
  return alternatives.some((terms) => startsOf(row, terms).length > 0);
}

function startsOf(row: readonly string[], terms: readonly string[]): number[] {
  return row.flatMap((_, at) => (terms.every((term, offset) => row[at + offset] === term) ? [at] : []));
}
