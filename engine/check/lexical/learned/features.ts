import type { Language } from '../../../language/language.ts';
import type { Evidence, RuleTerm } from '../../../retrieve/evidence.ts';
import { type Candidate, holdsTerm } from '../candidates.ts';
import { governedAt, type VerbUse, verbUses } from '../clause.ts';
import type { ParsedRule } from '../parsed-rule.ts';
import { type Logistic, scoreOf } from './logistic.ts';
import { cosine, type WordVectors } from './word-vectors.ts';

/** Two words with a lower similarity than this are unrelated. */
const related = 0.4;
/** How many of the best sentences are measured for a rule. */
const mostSentences = 30;
/** Features of the rule combine its best sentences: at most `many`, `few` or `two` of them. */
const many = 5;
const few = 3;
const two = 2;

/** The features of a sentence that show whether it bears on a rule. */
export const sentenceFeatures = [
  'words',
  'related words',
  'direction',
  'heading line',
  'length',
  'act as a verb',
  'related act',
  'words beside',
  'is prominent',
] as const;

/** The features of a rule and its best sentences that show whether the sentences state the rule. */
export const ruleFeatures = [
  'best evidence',
  'mean evidence',
  'words',
  'direction',
  'related act',
  'presence',
  'words that are nowhere',
  'denial with a denial near',
  'denial without one',
  'permission with a permission near',
  'permission without one',
  'permission with an exclusion near',
  'denial, act not denied',
] as const;

type Measured = {
  candidate: Candidate;
  features: number[];
  direction: number;
  relatedAct: number;
  use: VerbUse | null;
};

/** The features of a rule and of the sentences that may bear on it. */
export type MeasuredRule = {
  /** Each sentence with its features, in the order of `sentenceFeatures`. */
  sentences: readonly { candidate: Candidate; features: readonly number[] }[];
  /**
   * The features of the rule, in the order of `ruleFeatures`; its best sentences are those that `bearing` ranks
   * first.
   */
  rule(bearing: Logistic): number[];
};

/** Matches words that exclude something from a duty. */
const excluding =
  /\b(?:do|does|shall|will) not (?:apply|include|extend)\b|\bnot be (?:deemed|considered|construed)/i;

/** Computes the features of a rule and of the sentences that may bear on it; null where there are no such sentences. */
export function measuredBy(
  vectors: WordVectors,
  parsedRule: ParsedRule,
  evidence: Pick<Evidence, 'terms' | 'presence'>,
  candidates: readonly Candidate[],
  language: Language,
): MeasuredRule | null {
  if (candidates.length === 0) return null;
  const { terms, presence } = evidence;
  const direction = vectors.directionOf(terms.map(({ term }) => term));
  const likenesses = terms.map(({ term }) => vectors.likenessTo(term));
  const total = weightOf(terms) || 1;
  const found = candidates.slice(0, mostSentences).map((candidate) => {
    const own = vectors.directionOf(candidate.row);
    return {
      candidate,
      words: relatedShare(terms, candidate, likenesses) / total,
      direction: direction && own ? cosine(direction, own) : 0,
      ...actIn(parsedRule, candidate, vectors, language),
    };
  });
  const mean = meanOf(found.map(({ words }) => words));
  const spread = Math.sqrt(meanOf(found.map(({ words }) => (words - mean) ** 2))) || 1;
  const sentences = found.map(
    ({ candidate, words, ...one }): Measured => ({
      candidate,
      direction: one.direction,
      relatedAct: one.relatedAct,
      use: one.use,
      features: [
        candidate.coverage,
        words,
        one.direction,
        Number(candidate.headingLine),
        Math.log(1 + candidate.row.length),
        Number(one.isVerb),
        one.relatedAct,
        weightOf(terms.filter((term) => holdsTerm(candidate.beside, term))) / total,
        (words - mean) / spread,
      ],
    }),
  );
  const absentShare = weightOf(terms.filter(({ present }) => !present)) / total;
  return {
    sentences,
    rule: (logistic) => ruleIn(parsedRule, sentences, { presence, absentShare }, logistic, language),
  };
}

function ruleIn(
  { negated, modality }: ParsedRule,
  sentences: readonly Measured[],
  { presence, absentShare }: { presence: number; absentShare: number },
  bearing: Logistic,
  language: Language,
): number[] {
  const ranked = sentences
    .map((sentence) => ({ ...sentence, score: scoreOf(bearing, sentence.features) }))
    .sort((one, other) => other.score - one.score);
  const best = ranked.slice(0, many);
  const most = (value: (one: Measured) => number): number => Math.max(...best.map(value));
  const near = (within: number, words: ReadonlySet<string>): number =>
    Number(
      best.slice(0, within).some(({ candidate }) => candidate.tokens.some(({ word }) => words.has(word))),
    );
  const excluded = best.slice(0, few).some(({ candidate }) => excluding.test(candidate.whole));
  const denied = best.slice(0, few).some(({ use }) => use?.negated);
  const denies = Number(negated);
  const permits = Number(modality === 'permission');
  return [
    ranked[0]?.score ?? 0,
    ranked.slice(0, few).reduce((sum, { score }) => sum + score, 0) / few,
    most(({ candidate }) => candidate.coverage),
    most(({ direction }) => direction),
    most(({ relatedAct }) => relatedAct),
    presence,
    absentShare,
    denies * near(two, language.negations),
    denies * (1 - near(few, language.negations)),
    permits * near(two, language.permissions),
    permits * (1 - near(few, language.permissions)),
    permits * Number(excluded),
    denies * Number(!denied),
  ];
}

/**
 * The weight of the rule's words that a sentence contains. A word that the sentence lacks adds its weight, multiplied
 * by the similarity of the most similar word in the sentence.
 */
function relatedShare(
  terms: readonly RuleTerm[],
  { row }: Candidate,
  likenesses: readonly ((other: string) => number)[],
): number {
  return terms.reduce((sum, term, at) => {
    if (holdsTerm(row, term)) return sum + term.weight;
    const likeness = likenesses[at] ?? (() => 0);
    const alike = row.reduce((most, other) => Math.max(most, likeness(other)), 0);
    return sum + (alike >= related ? term.weight * alike : 0);
  }, 0);
}

/** How similar the words of a sentence are to the rule's act, and how the most similar verb is used. */
function actIn({ verb }: ParsedRule, { tokens }: Candidate, vectors: WordVectors, language: Language) {
  if (!verb) return { isVerb: false, relatedAct: 0, use: null };
  const likeness = vectors.likenessTo(verb.term);
  let relatedAct = 0;
  let place = -1;
  let alike = related;
  tokens.forEach(({ kind, word, term }, at) => {
    if (kind !== 'word' || language.stopWords.has(word)) return;
    const own = likeness(term);
    relatedAct = Math.max(relatedAct, own);
    if (own <= alike || language.isNoun(word)) return;
    alike = own;
    place = at;
  });
  return {
    isVerb: verbUses(tokens, verb.term, language).length > 0,
    relatedAct,
    use: place < 0 ? null : governedAt(tokens, place, language),
  };
}

function weightOf(terms: readonly RuleTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
