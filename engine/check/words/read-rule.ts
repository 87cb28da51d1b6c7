import { splitSentences } from '../../chunk/sentences.ts';
import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import { namesRole } from '../../language/roles.ts';
import { type Token, tokenize } from '../../language/tokens.ts';
import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { type Element, elementsOf, forceOf } from './elements.ts';
import { type Limit, limitsOf } from './limits.ts';

/** A rule as it is compared with sentences. */
export type ReadRule = {
  rule: Rule;
  /** The language of the documents, in which the terms are read. */
  language: Language;
  /** The terms of the rule, except the words of its limits ("no shorter than 45 *days*"), which `limits` has. */
  terms: readonly RuleTerm[];
  /** The content terms of the description; the other terms are of the name only. */
  described: ReadonlySet<string>;
  tokens: readonly Token[];
  /** The terms of names, by their capitals in English: persons, firms and places, not roles such as "Supplier". */
  names: ReadonlySet<string>;
  /** The term after the first modal word, which mostly names what the rule requires: "must *report*". */
  act: string | null;
  limits: readonly Limit[];
  /** The description, if it is one sentence: its elements. Empty for several sentences, which no one sentence can state. */
  elements: readonly Element[];
};

export function readRule(rule: Rule, terms: readonly RuleTerm[], language: Language): ReadRule {
  const { description } = rule;
  const tokens = tokenize(description, language);
  const limits = limitsOf(description);
  const inLimit = ({ start }: Token) => limits.some((limit) => limit.start <= start && start < limit.end);
  const outside = new Set(tokens.filter((token) => !inLimit(token)).map(({ content }) => content));
  const measures = new Set(tokens.filter(inLimit).map(({ content }) => content));
  const sentences = [...splitSentences(description)].filter(({ start, end }) =>
    /\p{L}/u.test(description.slice(start, end)),
  );
  return {
    rule,
    language,
    terms: terms.filter(({ term }) => isNumber(term) || outside.has(term) || !measures.has(term)),
    described: new Set(contentTerms(description, language)),
    tokens,
    names: new Set(
      tokens
        .filter(
          ({ capital, kind, word }, at) =>
            language.complete && at > 0 && capital && kind === 'word' && !namesRole([word]),
        )
        .map(({ term }) => term),
    ),
    act: actOf(tokens),
    limits,
    elements: sentences.length === 1 ? elementsOf(description) : [],
  };
}

/** Matches words between a modal word and the act, and the adverbs there. */
const between = /^(?:not|be|been|have|has|to|also|only|always|never|\p{L}{3,}ly)$/u;

function actOf(tokens: readonly Token[]): string | null {
  const modal = tokens.findIndex(({ word }) => forceOf(word) !== null);
  const act = modal < 0 ? undefined : tokens.slice(modal + 1).find(({ word }) => !between.test(word));
  return act?.content ?? null;
}
