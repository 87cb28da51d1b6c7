import { denial, doubtful } from '../../../language/clause-words.ts';
import {
  bindingWords,
  conditional,
  denials,
  endingWords,
  exampleWords,
  formerWords,
  joinedPhrases,
} from '../../../language/effect-words.ts';
import { presentTime, reported } from '../../../language/likely-words.ts';
import { type Effect, effectOf, endsAtDate, hasEffectWords, preserving, withoutCase } from './effect.ts';

/** Matches words that only illustrate what the sentence says. */
const illustrating =
  /\b(?:as an? (?:illustration|example)|by way of (?:illustration|example)|for (?:example|instance)|to illustrate|in particular)\b,?/i;

/** What a sentence probably says about the clause that it refers to, if `effectOf` finds it unclear. */
export function likelyEffect(text: string): Effect {
  const effect = effectOf(text.replace(illustrating, ''));
  return effect === 'unclear' ? wholeEffectOf(text) : effect;
}

const excepted =
  /\b(?:except\w*|unless|save|other than|but not|outside|beyond|apart from|barring|excluding)\b/i;

/**
 * What a whole sentence probably says about another text, if its parts do not agree: an odd number of denials and words
 * that end a text means that the text does not cover the case.
 */
function wholeEffectOf(text: string): Effect {
  if (conditional.test(text) || preserving.test(text)) return 'unclear';
  const normal = joinedPhrases.reduce(
    (part, [pattern, word]) => part.replace(pattern, word),
    text.normalize('NFKC').toLowerCase(),
  );
  const words = normal.match(/[\p{L}'’-]+/gu) ?? [];
  const turns = words.filter(
    (word) =>
      denials.test(word) || (endingWords.has(word) && !formerWords.has(word) && !exampleWords.has(word)),
  ).length;
  const { hasCase } = withoutCase(normal);
  const isExcepted = excepted.test(normal) && turns === 0;
  if (isExcepted || turns % 2 === 1) return hasCase ? 'limits' : 'ends';
  return turns > 0 || words.some((word) => bindingWords.has(word)) ? 'keeps' : 'unclear';
}

/** Matches introductions of a text that somebody asked for, and that another sentence accepts or rejects. */
export const proposes =
  /\b(?:moved|proposed|suggested|requested|asked|wanted|motion|proposal|suggestion|request|demand|draft|tabled|submitted|put forward|put to the vote|before the meeting)\b/i;
/** Matches introductions which name a part of all cases: "For deliveries abroad", "In the months of July and August". */
const scope =
  /^\W*(?:for (?!the (?:avoidance|purposes?|sake|duration|term|period|time)\b|this|that|such|any|all|each|every|an?\b)|outside|during (?!the (?:term|period|year|duration|whole)\b)|in (?:the months?|summer|winter|spring|autumn|january|february|march|april|june|july|august|september|october|november|december)\b|at (?:weekends?|night)\b|on (?:weekends?|(?:sun|mon|tues|wednes|thurs|fri|satur)days?|public holidays)\b)/i;

/**
 * What the introduction of a sentence probably says about the sentence. `effect` is what `effectOf` returns for the
 * introduction.
 */
export function likelyOpening(text: string, effect: Effect, sentence: string): Effect {
  // "There was a motion to the effect that …; it was carried."
  const [, ...parts] = sentence.split(/;\s/);
  const trailing = parts.at(-1);
  if (trailing !== undefined && proposes.test(text)) return effectOf(trailing);
  if (reported.test(text)) return 'unclear';
  if (endsAtDate(text) && !presentTime.test(text)) return 'ends';
  if (effect === 'keeps' && presentTime.test(text)) return 'keeps';
  if (scope.test(text)) return 'limits';
  return doubtful.test(text) || denial.test(text) || hasEffectWords(text) ? 'unclear' : 'mentions';
}
