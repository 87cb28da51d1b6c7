import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { type Candidate, holdsTerm } from './candidates.ts';
import type { Failure } from './gates.ts';
import type { ParsedRule } from './parsed-rule.ts';

const mostWords = 5;
const mostSettling = 4;

/**
 * One sentence that states what the material says about a rule. It contains only numbers and names that are in the
 * quote: if the rule's own name would add another, the sentence says "this rule" instead.
 */
export function carries(rule: Rule, parsedRule: ParsedRule, candidate: Candidate): string {
  const act = parsedRule.verb ? `"${parsedRule.verb.word}" as the act` : 'the same limit';
  const number = parsedRule.quantities.length > 0 ? ', the same number and unit' : '';
  return `The material ${doing(parsedRule)} what ${called(rule, candidate)} asks: a sentence has ${act}${number}, with ${listed(sharedWords(parsedRule, candidate))}, free of exceptions.`;
}

export function fallsShort(
  rule: Rule,
  parsedRule: ParsedRule,
  candidate: Candidate,
  failures: readonly Failure[],
): string {
  const conflict = failures.find(({ kind }) => kind === 'conflict');
  const [first] = failures;
  const but = conflict
    ? `${conflict.says}: a possible conflict`
    : (first?.says ?? 'words alone do not settle it');
  return `The material mentions ${listed(sharedWords(parsedRule, candidate))} as ${called(rule, candidate)} does, but ${but}.`;
}

/** What the material probably says, and why this is uncertain. */
export function probablySays(
  rule: Rule,
  parsedRule: ParsedRule,
  candidate: Candidate,
  failures: readonly Failure[],
): string {
  const [first] = failures;
  const uncertain = first?.says ?? 'words alone do not settle it';
  return `By its wording the material probably ${doing(parsedRule)} what ${called(rule, candidate)} asks, but this is not certain: it mentions ${listed(sharedWords(parsedRule, candidate))}, but ${uncertain}.`;
}

export function notFound(rule: Rule, terms: readonly RuleTerm[]): string {
  const absent = terms.filter(({ present, word }) => !present && !/\d/.test(word)).map(({ word }) => word);
  const why =
    absent.length > 0
      ? `${listed(absent)} ${absent.length > 1 ? 'are' : 'is'} not in it`
      : 'no sentence contains more than a small part of its words';
  return `Nothing in the material bears on ${/\d/.test(rule.name) ? 'this rule' : `"${rule.name}"`}: ${why}.`;
}

/** Why a passage that came close does not bear on the rule. */
export function nearMiss(terms: readonly RuleTerm[], candidate: Candidate): string {
  const has = terms.filter((term) => holdsTerm(candidate.row, term)).map(({ word }) => word);
  const lacks = terms.filter((term) => !holdsTerm(candidate.row, term)).map(({ word }) => word);
  if (has.length === 0) return 'It has none of the rule’s words.';
  if (lacks.length === 0)
    return 'It has the rule’s words, but another sentence matches the rule more closely.';
  return `It has ${listed(has)}, but not ${listed(lacks)}.`;
}

/** What a reviewer must read, most important first. */
export function settling(failures: readonly Failure[]): string[] {
  const says = [...new Set(byWeight(failures).map((failure) => failure.says))].slice(0, mostSettling);
  return says.length === 0 ? [] : [`Read the quote against the rule: ${says.join('; ')}.`];
}

function byWeight(failures: readonly Failure[]): Failure[] {
  const weights = { conflict: 0, weaker: 1, missing: 2, met: 3 };
  return [...failures].sort((one, other) => weights[one.kind] - weights[other.kind]);
}

function doing({ modality, negated }: ParsedRule): string {
  if (negated) return 'forbids';
  return modality === 'permission' ? 'permits' : modality === 'duty' ? 'requires' : 'says';
}

function sharedWords(parsedRule: ParsedRule, candidate: Candidate): string[] {
  const terms = [...parsedRule.agent, ...parsedRule.terms, ...parsedRule.topic].filter((term) =>
    holdsTerm(candidate.row, term),
  );
  const quoted = `${candidate.leadIn ?? ''} ${candidate.text}`.toLowerCase();
  return terms.filter(({ word }) => !/\d/.test(word) || quoted.includes(word)).map(({ word }) => word);
}

function listed(words: readonly string[]): string {
  const shown = words.slice(0, mostWords).map((word) => `"${word}"`);
  if (words.length > mostWords) shown.push('more of its words');
  if (shown.length === 0) return 'the same subject';
  const last = shown.pop() ?? '';
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}

function called(rule: Rule, candidate: Candidate): string {
  const numbers = rule.name.match(/\p{L}*\d[\d.,]*/gu) ?? [];
  const quoted = `${candidate.leadIn ?? ''} ${candidate.text}`;
  return numbers.every((number) => quoted.includes(number)) ? `"${rule.name}"` : 'this rule';
}
