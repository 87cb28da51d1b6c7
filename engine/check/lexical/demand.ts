import type { Language } from '../../language/language.ts';
import { type Token, tokenize } from '../../language/tokens.ts';
import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { type Force, forceOf } from './clause.ts';
import { type Quantity, quantitiesOf } from './quantities.ts';

/** A word that stands beside the word that makes it a condition: "upon termination". */
export type Condition = { word: string; term: string };

/** What a rule asks, read from its words. */
export type Demand = {
  tokens: readonly Token[];
  force: Force | null;
  negated: boolean;
  /** The act; null when the rule has no verb that can be told from its nouns ("must be at least 8 characters"). */
  verb: { word: string; term: string } | null;
  /** Content words of the rule's sentence besides the verb, numbers and units. */
  terms: RuleTerm[];
  /** Words of the rule's name that its sentence has not. */
  topic: RuleTerm[];
  quantities: Quantity[];
  conditions: Condition[];
  exclusive: boolean;
  universal: boolean;
};

const participle = /(?:ed|en)$/;
/** Past participles that no ending shows. */
const irregular = new Set(
  'held kept made done sent paid sold built bought brought caught told found left lost met read set put cut let run sought taught thought understood bound'.split(
    ' ',
  ),
);

/** Reads a rule's sentence. The verb is the first one its modal governs. */
export function demandOf(rule: Rule, terms: readonly RuleTerm[], language: Language): Demand {
  const tokens = tokenize(rule.description, language);
  const modal = tokens.findIndex(({ word }) => forceOf(word, language) !== null);
  const verbAt = modal >= 0 ? verbAfter(tokens, modal, language) : -1;
  const verb = tokens[verbAt];
  const quantities = quantitiesOf(tokens, language);
  const measured = new Set(quantities.flatMap(({ value, unit }) => [String(value), unit ?? '']));
  const own = new Set(tokens.map(({ term }) => term));
  const units = new Set(
    tokens.flatMap(({ word }) => {
      const unit = language.units.get(word);
      return unit === undefined ? [] : [language.stem(unit)];
    }),
  );
  const inSentence = terms.filter(({ term }) => own.has(term) || units.has(term));
  const start = modal >= 0 ? modal : tokens.length;
  const span = tokens.slice(Math.max(0, start - 3), verbAt > 0 ? verbAt : start + 3);
  const opening = language.negations.has(tokens[0]?.word ?? '') ? 1 : 0;
  return {
    tokens,
    force: modal >= 0 ? forceOf(tokens[modal]?.word ?? '', language) : null,
    negated:
      (span.filter(({ word }) => language.negations.has(word)).length + (start > 3 ? opening : 0)) % 2 === 1,
    verb: verb ? { word: verb.word, term: verb.term } : null,
    terms: inSentence.filter(
      ({ term }) => term !== verb?.term && !measured.has(term) && !units.has(term) && !/^\d/.test(term),
    ),
    topic: terms.filter(({ term }) => !own.has(term) && !units.has(term)),
    quantities,
    conditions: conditionsOf(tokens, language),
    exclusive: tokens.some(({ word }) => language.exclusives.has(word)),
    universal: tokens.some(({ word }) => language.universals.has(word)),
  };
}

function verbAfter(tokens: readonly Token[], modal: number, language: Language): number {
  let passive = false;
  for (let at = modal + 1; at < Math.min(tokens.length, modal + 8); at += 1) {
    const word = tokens[at]?.word ?? '';
    if (language.negations.has(word) || /ly$/.test(word) || forceOf(word, language)) continue;
    if (/^(?:be|been|being|have|has|had)$/.test(word)) {
      passive = true;
      continue;
    }
    if (word === 'to') continue;
    if (tokens[at]?.kind !== 'word' || language.determiners.has(word) || language.prepositions.has(word))
      return -1;
    if (passive) return participle.test(word) || irregular.has(word) ? at : -1;
    return language.stopWords.has(word) ? -1 : at;
  }
  return -1;
}

function conditionsOf(tokens: readonly Token[], language: Language): Condition[] {
  return tokens.flatMap((token, at): Condition[] => {
    if (!language.conditions.has(token.word)) return [];
    const noun = tokens
      .slice(at + 1, at + 6)
      .find(({ word, kind }) => kind === 'word' && !language.stopWords.has(word));
    return noun ? [{ word: token.word, term: noun.term }] : [];
  });
}
