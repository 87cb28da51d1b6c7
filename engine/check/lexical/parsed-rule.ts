import { contentOf, contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import { normalForm } from '../../language/normal-form.ts';
import { type Token, tokenize } from '../../language/tokens.ts';
import type { Rule } from '../../model/rule.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { isNumber } from '../../retrieve/query/bm25.ts';
import { governedAt, type Modality, modalityOf } from './clause.ts';
import { type Quantity, quantitiesOf } from './rule-quantities.ts';

/**
 * A condition, such as "upon termination". `word` introduces the condition, `term` is the term of the word that
 * follows, and `kind` is the same for all introducing words of one meaning.
 */
export type Condition = { word: string; kind: string; term: string };

/** Maximum number of tokens between the word that introduces a condition and the words of the condition. */
const conditionReach = 7;

/** The act of a rule, which is the verb of its duty, with the modality and the negation of the verb. */
export type Predicate = {
  word: string;
  term: string;
  modality: Modality | null;
  negated: boolean;
  twice: boolean;
};

/** The parts of a rule, parsed from its words. */
export type ParsedRule = {
  tokens: readonly Token[];
  modality: Modality | null;
  negated: boolean;
  /** The act; null when the parser finds no verb in the rule ("must be at least 8 characters"). */
  verb: Predicate | null;
  /** The verbs that modal words after the first modal word govern: "and shall destroy". */
  further: Predicate[];
  /** Who acts: the content words before the modal of an active verb. */
  agent: RuleTerm[];
  /** The content words of the rule's sentence without actor, verb, numbers and units. */
  terms: RuleTerm[];
  /** Words of the rule's name that its sentence does not contain. */
  topic: RuleTerm[];
  quantities: Quantity[];
  conditions: Condition[];
  exclusive: boolean;
  /** Whether the rule is a question, so that there is no statement to meet. */
  asks: boolean;
  /** Whether the rule covers only "some" or "certain" cases; an exception does not contradict such a rule. */
  hedged: boolean;
  /**
   * Whether the rule forbids all but one thing, as in "not ... for any purpose other than". A clause with "only for the
   * purpose" says the same.
   */
  onlyElsewhere: boolean;
  universal: boolean;
};

/** Parses a rule's sentence. The act is the first verb that a modal governs, or that the rule states as a fact. */
export function parseRule(rule: Rule, terms: readonly RuleTerm[], language: Language): ParsedRule {
  const tokens = tokenize(rule.description, language);
  const modals = governors(rule, tokens, language);
  const modal = modals[0] ?? -1;
  const verbAt = modal >= 0 ? verbAfter(tokens, modal, language) : -1;
  const verb = actAt(tokens, verbAt, language);
  const further = modals
    .slice(1)
    .flatMap((at) => actAt(tokens, verbAfter(tokens, at, language), language) ?? [])
    .filter(({ term }) => term !== verb?.term);
  const quantities = quantitiesOf(tokens, normalForm(rule.description), language);
  const measured = new Set(
    tokens.filter((_, at) => quantities.some((one) => one.from <= at && at <= one.to)),
  );
  const own = new Set(contentTerms(rule.description, language));
  const unmeasured = new Set(
    contentOf(tokens.filter((token) => !measured.has(token))).map(({ term }) => term),
  );
  const inSentence = terms.filter(({ term }) => own.has(term));
  const start = modal >= 0 ? modal : tokens.length;
  const passive =
    verbAt > 0 && tokens.slice(modal, verbAt).some(({ word }) => /^(?:be|been|being|is|are)$/.test(word));
  const before = new Set(verbAt > 0 && !passive ? tokens.slice(0, modal).map(({ term }) => term) : []);
  const others = inSentence.filter(
    ({ term }) => term !== verb?.term && unmeasured.has(term) && !isNumber(term),
  );
  const split = {
    agent: others.filter(({ term }) => before.has(term)),
    terms: others.filter(({ term }) => !before.has(term)),
  };
  const measure = quantities.find(({ at }) => at > start);
  const use = verb ?? governedAt(tokens, measure?.from ?? Math.min(tokens.length, start + 2), language);
  const { negated } = use;
  const opensExcept = tokens.some(
    ({ word }, at) => word === 'except' || (word === 'other' && tokens[at + 1]?.word === 'than'),
  );
  return {
    tokens,
    modality: use.modality,
    onlyElsewhere: negated && opensExcept,
    negated,
    verb,
    further,
    ...split,
    topic: terms.filter(({ term }) => !own.has(term)),
    quantities,
    conditions: conditionsOf(tokens, language),
    exclusive: tokens.some(({ word }) => language.exclusives.has(word)),
    asks: rule.description.includes('?'),
    hedged: !negated && tokens.some(({ word }) => language.partials.has(word)),
    universal: !negated && tokens.some(({ word }) => language.universals.has(word)),
  };
}

/**
 * The positions of the words that govern the acts of a rule: its modal words. If a rule that is not a question has no
 * modal words, these are the auxiliaries that state an act as a fact: "is encrypted", "does not sell".
 */
function governors({ description }: Rule, tokens: readonly Token[], language: Language): number[] {
  const modals = tokens.flatMap(({ word }, at) => (modalityOf(word, language) === null ? [] : [at]));
  if (modals.length > 0 || description.includes('?')) return modals;
  return tokens.flatMap(({ word }, at) => {
    if (!language.present.has(word) || verbAfter(tokens, at, language) < 0) return [];
    return word.startsWith('do') && !language.negations.has(tokens[at + 1]?.word ?? '') ? [] : [at];
  });
}

/**
 * The verb at a position, with what governs it; null if there is no such token. An act that is not permitted counts as
 * a negated duty.
 */
function actAt(tokens: readonly Token[], at: number, language: Language): Predicate | null {
  const verb = tokens[at];
  if (!verb) return null;
  const { modality, negated, twice } = governedAt(tokens, at, language);
  return {
    word: verb.word,
    term: verb.term,
    negated,
    twice,
    modality: negated && modality === 'permission' ? 'duty' : modality,
  };
}

function verbAfter(tokens: readonly Token[], modal: number, language: Language): number {
  let passive = language.auxiliaries.has(tokens[modal]?.word ?? '') && !/^do/.test(tokens[modal]?.word ?? '');
  for (let at = modal + 1; at < Math.min(tokens.length, modal + 8); at += 1) {
    const word = tokens[at]?.word ?? '';
    if (language.negations.has(word) || language.isAdverb(word) || modalityOf(word, language)) continue;
    if (language.auxiliaries.has(word)) {
      passive = true;
      continue;
    }
    if (word === 'to') continue;
    if (tokens[at]?.kind !== 'word' || language.determiners.has(word) || language.prepositions.has(word))
      return -1;
    if (passive && !language.stopWords.has(word)) return language.isParticiple(word) ? at : -1;
    if (!language.stopWords.has(word)) return at;
  }
  return -1;
}

/** The conditions of a sentence: each condition word with the words that follow it, "upon expiry or termination". */
export function conditionsOf(tokens: readonly Token[], language: Language): Condition[] {
  return tokens.flatMap((token, at): Condition[] => {
    const kind = language.conditions.get(token.word);
    if (kind === undefined) return [];
    const beside: Condition[] = [];
    for (let next = at + 1; next < Math.min(tokens.length, at + conditionReach); next += 1) {
      const { word, term, kind: sort } = tokens[next] ?? token;
      const joined = language.joining.has(tokens[next - 1]?.word ?? '');
      if (beside.length > 0 && !joined) {
        if (language.joining.has(word)) continue;
        break;
      }
      if (sort !== 'word' || language.stopWords.has(word)) continue;
      beside.push({ word: token.word, kind, term });
    }
    return beside;
  });
}
