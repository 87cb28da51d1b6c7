import { elementsOf } from '../check/words/elements.ts';
import { sameSentence } from '../check/words/same-sentence.ts';
import { splitSentences } from '../chunk/sentences.ts';
import { quantitiesOf, saysSame } from '../label/quantities.ts';
import { denialOf, type StatementGap, statementGaps } from '../label/statement-gaps.ts';
import { contentTerms, contentTokens } from '../language/content.ts';
import { isDenial } from '../language/denials.ts';
import { detectLanguage } from '../language/detect.ts';
import { english } from '../language/english.ts';
import { normalForm } from '../language/normal-form.ts';
import { tokenize } from '../language/tokens.ts';
import type { ClaimCheck } from '../model/verification.ts';

type Difference = ClaimCheck['differences'][number];

const kinds = { number: 'number', date: 'date', party: 'name', negation: 'negation' } as const;
const wordings: Record<Difference['kind'], (text: string) => string> = {
  number: (text) => `The claim says “${text}”; the quote does not.`,
  date: (text) => `The claim names the date “${text}”; the quote does not.`,
  name: (text) => `The claim names “${text}”; the quote does not.`,
  negation: (text) => `The claim has “${text}”; the quote denies nothing.`,
};

/** A part of the quote is about the claim if the shorter of the two has at least this share of its words in common. */
const sameSubject = 0.7;
const leastWords = 3;

/**
 * Compares a claim with the words of the source on which it is based, by the structural tests of the engine: numbers,
 * dates, names and denials. The tests can only show that a claim is not supported; they never prove one. `around` is
 * the text near the quote; its spelling shows which words are names.
 */
export function checkClaim(claim: string, quote: string, fileName: string, around: string): ClaimCheck {
  const gaps = statementGaps(claim, { quotes: [quote], fileNames: [fileName], texts: [around] });
  const differences = [
    ...gaps.filter(({ kind, text }) => kind !== 'party' || !isCurrencyOf(quote, text)).map(differenceOf),
    ...otherBounds(claim, quote),
  ];
  if (!differences.some(({ kind }) => kind === 'negation') && isDenied(claim, quote)) {
    differences.push({ kind: 'negation', text: 'The quote denies what the claim states.' });
  }
  return { supported: differences.length > 0 ? false : null, differences };
}

function differenceOf({ kind, text }: StatementGap): Difference {
  const own = kinds[kind];
  return { kind: own, text: wordings[own](text) };
}

const currencySpellings: Readonly<Record<string, RegExp>> = {
  EUR: /€|\beuros?\b/i,
  USD: /\$|\bdollars?\b/i,
  GBP: /£|\bpounds?\b/i,
};

/** Whether a word of the claim is the code of a currency that the quote spells differently. */
function isCurrencyOf(quote: string, word: string): boolean {
  return currencySpellings[word]?.test(quote) ?? false;
}

type Bound = 'min' | 'max' | null;

const atLeast =
  /\b(?:(?<not>not?) )?(?:more than|greater than|longer than|later than|over|above|after|exceed(?:s|ing)?|in excess of|at least)(?: (?:a|the) \w{1,12} of)? ?\p{Sc}?$/iu;
const atMost =
  /\b(?:(?<not>not?) )?(?:less than|fewer than|shorter than|earlier than|sooner than|under|below|before|within|at most|up to)(?: (?:a|the) \w{1,12} of)? ?\p{Sc}?$/iu;
/** Length of the text before a number in which the words of its bound are. */
const boundReach = 60;

/** Whether the words before a number make it a lower or an upper bound. */
function boundBefore(text: string, start: number): Bound {
  const before = text.slice(Math.max(0, start - boundReach), start).replace(/\s+/g, ' ');
  const min = atLeast.exec(before);
  if (min) return min.groups?.not === undefined ? 'min' : 'max';
  const max = atMost.exec(before);
  return max ? (max.groups?.not === undefined ? 'max' : 'min') : null;
}

/** Whether a number of the claim is itself outside its bound: "more than 1,000". */
function isStrict(text: string, start: number): boolean {
  return /(?<!\bnot? )\b(?:more|greater|less|fewer) than ?\p{Sc}?$/iu.test(
    text.slice(Math.max(0, start - boundReach), start),
  );
}

function isExactIn(quote: string, bounds: readonly Bound[]): boolean {
  return (
    bounds.every((one) => one === null) &&
    !/\bor (?:more|less|fewer|greater|longer)\b|\bminimum\b|\bmaximum\b/i.test(quote)
  );
}

/** Numbers that the claim has as an upper bound and the quote as a lower one, or the other way round. */
function otherBounds(claim: string, quote: string): Difference[] {
  const [claimed, known] = [normalForm(claim), normalForm(quote)];
  const stated = quantitiesOf(known);
  return quantitiesOf(claimed).flatMap((quantity) => {
    const bound = boundBefore(claimed, quantity.start);
    if (bound === null) return [];
    const opposite: Bound = bound === 'min' ? 'max' : 'min';
    const same = stated.filter((other) => saysSame(quantity, other));
    const bounds = same.map(({ start }) => boundBefore(known, start));
    const isOther =
      bounds.every((one) => one === opposite) ||
      (isStrict(claimed, quantity.start) && isExactIn(known, bounds));
    if (same.length === 0 || !isOther) return [];
    const text = `The claim has “${quantity.text}” as ${bound === 'min' ? 'a lower' : 'an upper'} bound; the quote does not.`;
    return [{ kind: 'number' as const, text }];
  });
}

/**
 * Whether a part of the quote denies what the claim states: the two have most of their words in common, and the part has
 * a denial that the claim lacks, or it says of none what the claim says of all.
 */
function isDenied(claim: string, quote: string): boolean {
  const language = detectLanguage(quote);
  const claimed = new Set(contentTerms(claim, language));
  const parts = [...splitSentences(quote)].flatMap(({ start, end }) =>
    quote.slice(start, end).split(/[,;]\s+(?:and|but|und|aber|et|mais|y|pero)\s/u),
  );
  return parts.some((part) => {
    if (sameSentence(elementsOf(claim), elementsOf(part))?.relation === 'denied') return true;
    const stated = contentTokens(part, language).filter(({ term }) => claimed.has(term));
    const shared = new Set(stated.map(({ term }) => term)).size;
    const words = new Set(contentTerms(part, language)).size;
    // A part of few words has them in common with many claims.
    const fewer = words < leastWords ? claimed.size : Math.min(claimed.size, words);
    if (shared < fewer * sameSubject) return false;
    if (saysOfNoneWhatOtherSaysOfAll(claim, part)) return true;
    return !isDenying(claim) && denialOf(stated.map(({ word }) => word).join(' '), [part]) !== null;
  });
}

function isDenying(text: string): boolean {
  return tokenize(text, english).some(({ word }) => isDenial(word));
}

/** A word that says of all or of none: `noun` is the stem of the word that it counts, or null if there is none. */
type Quantifier = { says: 'all' | 'none'; noun: string | null };

const pronounsOfAll = new Set(['everybody', 'everyone', 'anybody', 'anyone']);
const counted =
  /\b(?:(?<none>neither|none|no|not (?:all|any|both|each|every))|(?<all>both|either|all|each|any|every))(?: of)?(?: (?:the|these|those|its|their|such))? (?<noun>\p{L}{2,30})/giu;
/** A denied verb. A denial elsewhere, such as "but not abroad", only limits the sentence. */
const deniedVerb =
  /\b(?:(?:may|shall|must|will|can|could|should|do|does|did|is|are|was|were|has|have) (?:not|never)|cannot)\b|n['’]t\b/iu;

/** Words that are not counted but follow the word that counts: "none may assign", "neither of them shall". */
const notCounted = new Set(
  'may shall must can will is are was were has have them us these those which'.split(' '),
);

function quantifiersOf(text: string): Quantifier[] {
  const beside = [...text.matchAll(counted)].map(({ groups = {} }): Quantifier => {
    const noun = groups.noun?.toLowerCase() ?? '';
    return { says: groups.all ? 'all' : 'none', noun: notCounted.has(noun) ? null : english.stem(noun) };
  });
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const alone = words.flatMap((word, at): Quantifier[] => {
    if (pronounsOfAll.has(word)) return [{ says: 'all', noun: null }];
    const next = words[at + 1];
    const isCounted = word === 'no' ? next !== 'one' : next !== undefined && /^n(?:either|one)$/.test(word);
    return english.denyingSubjects.has(word) && !isCounted ? [{ says: 'none', noun: null }] : [];
  });
  return [...beside, ...alone];
}

/**
 * Whether one text says of none what the other one says of all: both parties and neither party, all employees and no
 * employee. If the text that says it of all denies its verb, both can mean the same, and the answer is false.
 */
function saysOfNoneWhatOtherSaysOfAll(claim: string, sentence: string): boolean {
  const [claimed, stated] = [quantifiersOf(claim), quantifiersOf(sentence)];
  const isAbout = (one: Quantifier, other: Quantifier) =>
    one.noun === null || other.noun === null || one.noun === other.noun;
  return claimed.some((one) => {
    const same = stated.filter((other) => isAbout(one, other));
    const isOpposite = same.length > 0 && same.every(({ says }) => says !== one.says);
    return isOpposite && !deniedVerb.test(one.says === 'all' ? claim : sentence);
  });
}
