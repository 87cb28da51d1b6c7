import { weakening } from '../../../language/clause-words.ts';
import type { Language } from '../../../language/language.ts';
import { namesRole } from '../../../language/roles.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Statement } from '../parse/statement.ts';
import { conditionsOf } from '../parsed-rule.ts';

/** Maximum number of tokens between "and" or "or" and a word that it joins. */
const joinReach = 4;
const directionReach = 3;
const conditionReach = 9;
const tailReach = 5;

/**
 * Differences between a rule and a clause in small words, where both have the same words around them. The small words
 * are "only", prepositions of conditions, "from" and "to", "and" and "or". Words such as "target", which only the clause
 * has, are differences too. Each difference is worded for a reviewer, as a part of a sentence.
 */
export function otherOperators(rule: Statement, clause: Statement, review: Review): string[] {
  const { language } = review;
  return [
    ...exclusives(rule, clause, language),
    ...conditions(rule, clause, review),
    ...otherCase(rule, clause, language),
    ...otherTime(rule, clause),
    ...directions(rule, clause, language),
    ...joins(rule, clause, language),
    ...weakenings(rule, clause),
    ...shares(rule, clause),
    ...together(rule, clause),
    ...additions(rule, clause),
  ];
}

type Review = {
  /** The words of the rule that say from when a time limit runs. */
  tails: readonly string[];
  /** Whether the clause has the rule's condition in the words of `wordsConsent`. */
  consents: boolean;
  language: Language;
};

function weakenings({ text }: Statement, clause: Statement): string[] {
  const [words] = weakening.exec(clause.text) ?? [];
  return words === undefined || text.toLowerCase().includes(words.toLowerCase())
    ? []
    : [`the clause says “${words}”, which may weaken the duty`];
}

/** Matches words for a share of things or people. */
const share = /^(?:some|several|many|few|half|majority|minority|selected|certain)$/;

/** A clause about "some suppliers" or "one of the suppliers" leaves the others out. */
function shares(rule: Statement, { tokens }: Statement): string[] {
  const isShare = ({ word }: Token, at: number, all: readonly Token[]): boolean => {
    const [before, next] = [all[at - 1]?.word ?? '', all[at + 1]];
    if (word === 'one') return next?.word === 'of' && !/^(?:any|each|every|no)$/.test(before);
    if (word === 'most') return before !== 'at' && before !== 'the' && /^of$|s$/.test(next?.word ?? '');
    return share.test(word);
  };
  const own = tokens.find(isShare);
  return own === undefined || rule.tokens.some(isShare)
    ? []
    : [`the clause says “${own.word}”, and the rule does not`];
}

const jointly = /\b(?:between them|jointly|collectively|in total|taken together|combined)\b/i;
const eitherOf = /\b(?:either|one|any) of (?:the |its |their )?(?:two|both|three|\p{Ll}+s)\b/iu;

/** A clause about all parties together says nothing about each of them, and one about either of two nothing about both. */
function together({ text }: Statement, clause: Statement): string[] {
  const [shared] = jointly.exec(clause.text) ?? [];
  if (shared !== undefined && /\b(?:each|every)\b/i.test(text)) return [`the clause says “${shared}”`];
  const [either] = eitherOf.exec(clause.text) ?? [];
  return either !== undefined && /\b(?:both|all)\b/i.test(text) ? [`the clause says “${either}”`] : [];
}

/** Matches the begin or the end of the time in which a clause applies. */
const term =
  /\b(?:from|since|until|till|before|starting|beginning)\s(?:(?:in|on|the|\d{1,2}|jan\p{L}*|feb\p{L}*|mar\p{L}*|apr\p{L}*|may|june?|july?|aug\p{L}*|sep\p{L}*|oct\p{L}*|nov\p{L}*|dec\p{L}*),?\s){0,4}(?:19|20)\d\d\b/iu;

/** Matches a party with the thing or the person that belongs to it. */
const possessor = /\b(\p{L}{3,30}?)(?:[’']s|s[’'])\s\p{Ll}{2,30}\b/gu;

/** What a clause adds to the rule: another number beside the rule's, a begin or an end, or something of a party. */
function additions(rule: Statement, clause: Statement): string[] {
  const found: string[] = [];
  for (const limit of clause.limits) {
    const asked = rule.limits.find(
      ({ dimension, bound }) => dimension === limit.dimension && bound !== 'min',
    );
    const next = clause.tokens[Math.max(limit.to, limit.last) + 1]?.word ?? '';
    const after = clause.tokens[Math.max(limit.to, limit.last) + 2]?.word ?? '';
    if (asked && /^(?:or|plus)$/.test(next) && !/^(?:less|fewer|more|earlier|sooner|longer)$/.test(after))
      found.push(`the clause says “${next}” after its number`);
    const alike = clause.limits.filter(
      ({ dimension, role }) => dimension === limit.dimension && role === limit.role,
    );
    if (asked && rule.limits.length === 1 && alike.length > 1)
      found.push('the clause has several numbers, and the rule has one');
  }
  const own = clause.text.slice(clause.tokens[clause.first]?.start ?? 0);
  const [time] = term.exec(own) ?? [];
  if (time !== undefined && !/\b(?:19|20)\d\d\b/.test(rule.text)) found.push(`the clause says “${time}”`);
  // "The customer's insurer" is not the customer.
  for (const [whole, party = ''] of own.matchAll(possessor)) {
    const plain = new RegExp(String.raw`\b${party}\b(?![’']|s[’'])`, 'i');
    // "The owner's approval" is "the approval of the owner".
    const thing = whole.split(/\s/).at(-1) ?? '';
    const same = new RegExp(
      String.raw`\b${thing} of (?:the |an? |its |each )?${party}\b|\b${party} ${thing}\b`,
      'i',
    );
    if (same.test(rule.text)) continue;
    if (namesRole([party.toLowerCase()]) && plain.test(rule.text) && !plain.test(own))
      found.push(`the clause says “${whole}”`);
  }
  return found;
}

function exclusives({ tokens, first, text }: Statement, clause: Statement, language: Language): string[] {
  const only = (list: readonly Token[]): boolean => list.some(({ word }) => language.exclusives.has(word));
  const ruleOnly = only(tokens.slice(first));
  const clauseOnly = only(clause.tokens) || /\bnowhere else\b/i.test(clause.text);
  if (ruleOnly && (!clauseOnly || language.openings.test(clause.text)))
    return ['the rule says “only” and the clause does not'];
  const known = new Set(tokens.map(({ term }) => term));
  const more = clause.tokens.find(
    ({ word, term }, at) =>
      namesRole([word]) && !known.has(term) && /^(?:and|or)$/.test(clause.tokens[at - 1]?.word ?? ''),
  );
  if (ruleOnly && more) return [`the clause also names “${more.word}”, and the rule says “only”`];
  const exceptOne = /\b(?:other than|except)\b/i.test(text);
  return !ruleOnly &&
    !exceptOne &&
    only(clause.tokens) &&
    /\bany\b|\ball\b/i.test(text) &&
    clause.binding.force === 'duty'
    ? ['the clause says “only” and the rule does not']
    : [];
}

function conditions(rule: Statement, clause: Statement, { tails, consents, language }: Review): string[] {
  const states = (kind: string, term: string): boolean =>
    clause.tokens.some(
      ({ word }, at) =>
        language.conditions.get(word) === kind &&
        partFrom(clause, at + 1).some((one) => meanAlike(one.term, term)),
    );
  // The event from which a time limit counts is compared together with the limit, so it is not compared here.
  const measured = new Set(
    rule.limits.flatMap(({ from, to, last, dimension }) =>
      rule.tokens
        .slice(from, Math.max(to, last) + 1 + (dimension === 'time' ? tailReach : 0))
        .map(({ term }) => term),
    ),
  );
  return conditionsOf(rule.tokens.slice(rule.first), language)
    .filter(({ term }) => !measured.has(term))
    .filter(({ term }) => !tails.includes(term) && clause.tokens.some((token) => meanAlike(token.term, term)))
    .filter(({ word, term }) => !(duringTime.test(word) && isWithin(clause.tokens, term)))
    .filter(({ kind, term }) => !(consents && kind === 'without') && !states(kind, term))
    .slice(0, 1)
    .map(({ word }) => `the clause does not have the rule’s condition with “${word}”`);
}

/**
 * A clause that lacks a word of the case for which the rule asks something can be about another case: "upon discovery of
 * a loss" is not "if it is required by law to disclose".
 */
function otherCase({ tokens }: Statement, clause: Statement, language: Language): string[] {
  const at = tokens.findIndex(({ word }) => /^(?:if|when)$/.test(word));
  const own = at < 0 ? [] : tokens.slice(at + 1);
  const lacking = own.find(
    ({ word, term, kind }) =>
      kind === 'word' &&
      !language.stopWords.has(word) &&
      !namesRole([word]) &&
      !clause.tokens.some((token) => meanAlike(token.term, term)),
  );
  return lacking ? [`the clause does not have “${lacking.word}”, a word of the rule’s case`] : [];
}

const earlier = /^(?:before|prior|ahead)$/;
const later = /^(?:after|following|subsequent|afterwards|once|upon)$/;

/** A clause says when an act happens with "after" and without "before", and the rule the other way round. */
function otherTime(rule: Statement, clause: Statement): string[] {
  const [asksBefore, saysBefore] = [rule, clause].map((one) => outsideLimits(one, earlier));
  const [asksAfter, saysAfter] = [rule, clause].map((one) => outsideLimits(one, later));
  if (asksBefore && !saysBefore && saysAfter && !asksAfter)
    return [`the clause says “${saysAfter}” and the rule “${asksBefore}”`];
  return asksAfter && !saysAfter && saysBefore && !asksBefore
    ? [`the clause says “${saysBefore}” and the rule “${asksAfter}”`]
    : [];
}

/** The first word that a pattern matches and that belongs to no limit. */
function outsideLimits({ tokens, first, limits }: Statement, pattern: RegExp): string | undefined {
  return tokens.find(
    ({ word }, at) =>
      at >= first &&
      pattern.test(word) &&
      !limits.some(({ from, to, last }) => from <= at && at <= Math.max(to, last) + 1),
  )?.word;
}

/**
 * Whether a clause words the condition of a ban with "unless" and the rule words it with "without": "unless the landlord
 * has consented" is "without the consent of the landlord".
 */
export function wordsConsent(rule: Statement, clause: Statement, language: Language): boolean {
  const without = rule.tokens.findIndex(({ word }) => word === 'without');
  const unless = clause.tokens.findIndex(({ word }) => word === 'unless');
  if (rule.binding.force !== 'ban' || clause.binding.force !== 'ban' || without < 0 || unless < 0)
    return false;
  const asked = rule.tokens.slice(without + 1);
  return clause.tokens
    .slice(unless + 1)
    .filter(({ word }) => !language.stopWords.has(word))
    .every(({ term }) => asked.some((one) => meanAlike(one.term, term)));
}

/**
 * Whether a clause permits what the rule forbids "without" something, and says that it can be done without it: "may
 * engage a subcontractor without the consent of the customer".
 */
export function permitsWithout(rule: Statement, clause: Statement, language: Language): boolean {
  const without = rule.tokens.findIndex(({ word }) => word === 'without');
  const lacks = clause.tokens.findIndex(({ word }) => word === 'without');
  if (rule.binding.force !== 'ban' || clause.binding.force !== 'right' || without < 0 || lacks < 0)
    return false;
  const asked = rule.tokens.slice(without + 1);
  const named = clause.tokens.slice(lacks + 1).filter(({ word }) => !language.stopWords.has(word));
  return named.length > 0 && named.every(({ term }) => asked.some((one) => meanAlike(one.term, term)));
}

/** Whether a clause ends with "any purpose" where the rule forbids "any purpose other than" one. */
export function permitsAny(rule: Statement, clause: Statement): boolean {
  const [, noun] = /\bany (\w{1,30}) (?:other than|except)\b/i.exec(rule.text) ?? [];
  const end = clause.tokens.slice(-2).map(({ word }) => word);
  return noun !== undefined && end.join(' ') === `any ${noun.toLowerCase()}`;
}

/** Matches words for the time in which something happens; these words have one meaning. */
const duringTime = /^(?:during|in|within|throughout|over)$/;

function isWithin(tokens: readonly Token[], term: string): boolean {
  return tokens.some(
    (token, at) =>
      meanAlike(token.term, term) &&
      tokens.slice(Math.max(0, at - joinReach), at).some(({ word }) => duringTime.test(word)),
  );
}

/** The tokens from a position to the next comma, at most `conditionReach`. */
function partFrom({ tokens, text }: Statement, from: number): readonly Token[] {
  const near = tokens.slice(from, from + conditionReach);
  const end = near.findIndex((token, at) =>
    /[,;:]/.test(text.slice(token.end, near[at + 1]?.start ?? token.end)),
  );
  return end < 0 ? near : near.slice(0, end + 1);
}

function directions(rule: Statement, clause: Statement, language: Language): string[] {
  // The "to" of "right to inspect" and the "from" of "prevents from inspecting" are not directions.
  const own = rule.content.filter((at) => at !== rule.binding.verb);
  const terms = new Set(own.flatMap((at) => rule.tokens[at]?.term ?? []));
  return [...terms]
    .filter((term) => {
      const asked = directionsOf(rule.tokens, term, language);
      const stated = directionsOf(clause.tokens, term, language);
      return asked.size > 0 && stated.size > 0 && ![...asked].some((word) => stated.has(word));
    })
    .slice(0, 1)
    .map(() => 'the clause has another direction, such as “to” for “from”');
}

function directionsOf(tokens: readonly Token[], term: string, language: Language): Set<string> {
  const found = new Set<string>();
  tokens.forEach((token, at) => {
    if (token.term !== term) return;
    for (let before = at - 1; before >= Math.max(0, at - directionReach); before -= 1) {
      const word = tokens[before]?.word ?? '';
      if (language.directions.has(word) && word !== 'by')
        found.add(word === 'into' || word === 'onto' ? 'to' : word);
      if (!language.stopWords.has(word)) break;
    }
  });
  return found;
}

function joins(rule: Statement, clause: Statement, language: Language): string[] {
  const denied = rule.binding.force === 'ban' || rule.binding.force === 'denied fact';
  const [asked, weaker] = denied ? (['one', 'all'] as const) : (['all', 'one'] as const);
  const pairs = joinsOf(clause.tokens, weaker, language);
  return joinsOf(rule.tokens, asked, language).some((pair) => pairs.includes(pair))
    ? ['the clause has “or” where the rule has “and”, or “and” where it has “or”']
    : [];
}

/** The pairs of terms that "and" joins (if `kind` is `all`) or that "or" joins (if it is `one`). */
function joinsOf(tokens: readonly Token[], kind: 'all' | 'one', language: Language): string[] {
  const nearest = (near: readonly Token[]): Token | undefined =>
    near.find(({ word }) => !language.stopWords.has(word));
  return tokens.flatMap(({ word }, at) => {
    if (language.joining.get(word) !== kind) return [];
    const before = nearest(tokens.slice(Math.max(0, at - joinReach), at).reverse());
    const after = nearest(tokens.slice(at + 1, at + 1 + joinReach));
    return before && after ? [`${before.term} ${after.term}`] : [];
  });
}
