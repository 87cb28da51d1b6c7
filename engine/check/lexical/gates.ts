import type { Language } from '../../language/language.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { type Candidate, coverageOf, holdsTerm } from './candidates.ts';
import { forceOf, type VerbUse, verbUses } from './clause.ts';
import type { Demand } from './demand.ts';
import { comparable, equal, type Quantity } from './quantities.ts';

export type GateName =
  | 'language'
  | 'act'
  | 'words'
  | 'quantity'
  | 'force'
  | 'polarity'
  | 'condition'
  | 'quantifier'
  | 'exception';

/** Why a sentence can't carry the rule by its words. `says` is one plain sentence without a full stop. */
export type Failure = { gate: GateName; says: string; conflict?: boolean };

/**
 * How much of a rule's other words must be there, by weight. The gates, not this share, make the precision: on contracts
 * 0.4 and 0.6 gave the same.
 */
const leastCoverage = 0.6;
/** The words after the modal say what is asked; more of them must be there than of those that say of whom. */
const leastObject = 0.8;
const reach = 14;

/** Every gate that a sentence fails; none means that the sentence alone says what the rule asks. */
export function failuresOf(demand: Demand, candidate: Candidate, language: Language): Failure[] {
  if (!language.complete) return [fail('language', 'the cues of its language are not known')];
  const use = actOf(demand, candidate, language);
  return [
    ...(use ? [] : [fail('act', noAct(demand))]),
    ...wordFailures(demand, candidate),
    ...quantityFailures(demand, candidate),
    ...(use ? forceFailures(demand, use) : []),
    ...conditionFailures(demand, candidate, language),
    ...quantifierFailures(demand, candidate, language),
    ...exceptionFailures(demand, candidate, language),
  ];
}

/** Where the sentence does what the rule asks: its verb as a verb, or, for "must be at least 8", its quantity. */
export function actOf(demand: Demand, { tokens, quantities }: Candidate, language: Language): VerbUse | null {
  if (demand.verb) {
    const uses = verbUses(tokens, demand.verb.term, language);
    return uses.find((use) => suits(demand, use)) ?? uses[0] ?? null;
  }
  const measure = quantities.find((one) => demand.quantities.some((asked) => comparable(one, asked)));
  if (!measure) return null;
  const from = Math.max(0, measure.at - reach);
  for (let at = measure.at - 1; at >= from; at -= 1) {
    const force = forceOf(tokens[at]?.word ?? '', language);
    if (force === null) continue;
    const negated = tokens.slice(at + 1, at + 3).some(({ word }) => word === 'not' || word === 'never');
    return { at: measure.at, force, negated };
  }
  return { at: measure.at, force: null, negated: false };
}

function suits(demand: Demand, use: VerbUse): boolean {
  return use.negated === demand.negated && use.force === demand.force;
}

function fail(gate: GateName, says: string, conflict = false): Failure {
  return conflict ? { gate, says, conflict } : { gate, says };
}

function noAct({ verb, quantities }: Demand): string {
  if (verb) return `no sentence has "${verb.word}" as the act`;
  return quantities.length > 0
    ? 'no sentence has a number of the same kind'
    : 'the rule has no act that can be told by words alone';
}

function wordFailures(demand: Demand, candidate: Candidate): Failure[] {
  const modal = demand.tokens.findIndex((token) => token.term === demand.verb?.term);
  const after = new Set(demand.tokens.slice(Math.max(0, modal)).map(({ term }) => term));
  const object = demand.terms.filter(({ term }) => after.has(term));
  const missing = demand.terms.filter((term) => !holdsTerm(candidate.row, term));
  const codes = demand.tokens.filter(({ code }) => code).map(({ term }) => term);
  const named = demand.terms.filter(({ term }) => codes.includes(term));
  const enough =
    coverageOf(demand.terms, candidate) >= leastCoverage &&
    coverageOf(object, candidate) >= leastObject &&
    named.every((term) => holdsTerm(candidate.row, term) || candidate.context.has(term.term));
  return enough
    ? []
    : [fail('words', `${wordList(missing)} ${missing.length > 1 ? 'are' : 'is'} not in the sentence`)];
}

function wordList(terms: readonly RuleTerm[]): string {
  return terms
    .slice(0, 5)
    .map(({ word }) => `"${word}"`)
    .join(', ');
}

function quantityFailures(demand: Demand, { quantities }: Candidate): Failure[] {
  return demand.quantities.flatMap((asked): Failure[] => {
    if (quantities.some((one) => equal(one, asked))) return [];
    const other = quantities.find((one) => comparable(one, asked));
    if (!other)
      return [fail('quantity', 'the number that the rule names, with its unit, is not in the sentence')];
    if (other.value === asked.value) {
      return [
        fail(
          'quantity',
          'the number is the same, but the limit is set in another way (at least, at most, exactly)',
        ),
      ];
    }
    return [
      fail(
        'quantity',
        'the sentence has another number of the same kind than the rule',
        !meets(other, asked),
      ),
    ];
  });
}

/** Whether keeping to one limit keeps to the other too: at least 15 is at least 8. */
function meets(one: Quantity, asked: Quantity): boolean {
  const lower = (quantity: Quantity): boolean =>
    quantity.comparison === 'min' || quantity.comparison === 'above';
  const upper = (quantity: Quantity): boolean =>
    quantity.comparison === 'max' || quantity.comparison === 'below';
  if (lower(one) && lower(asked)) return one.value > asked.value;
  if (upper(one) && upper(asked)) return one.value < asked.value;
  return false;
}

function forceFailures(demand: Demand, use: VerbUse): Failure[] {
  if (use.negated !== demand.negated) {
    return [
      demand.negated
        ? fail('polarity', 'the rule forbids the act and the sentence has no "not" beside it', true)
        : fail('polarity', 'the sentence has a "not" beside the act and the rule has none', true),
    ];
  }
  if (demand.force === use.force) return [];
  if (demand.force === 'duty' && use.force === 'advice') {
    return [fail('force', 'the sentence recommends ("should") what the rule requires')];
  }
  if (demand.force === 'duty' && use.force === 'permission') {
    return [fail('force', 'the sentence permits ("may") what the rule requires')];
  }
  return [fail('force', 'the sentence does not put it with the force of the rule (must, should, may)')];
}

function conditionFailures(demand: Demand, { tokens }: Candidate, language: Language): Failure[] {
  return demand.conditions.flatMap(({ word, term }): Failure[] => {
    const beside = tokens.some(
      (token, at) =>
        token.term === term &&
        tokens.slice(Math.max(0, at - 5), at).some((before) => language.conditions.has(before.word)),
    );
    return beside ? [] : [fail('condition', `the rule's condition ("${word}") is not in the sentence`)];
  });
}

function quantifierFailures(demand: Demand, { tokens, text }: Candidate, language: Language): Failure[] {
  const has = (words: ReadonlySet<string>): boolean => tokens.some(({ word }) => words.has(word));
  if (demand.exclusive && (!has(language.exclusives) || language.openings.test(text))) {
    return [fail('quantifier', 'the rule says "only" and the sentence leaves more open')];
  }
  if (demand.universal && !has(language.universals)) {
    return [fail('quantifier', 'the rule speaks of all and the sentence does not say all')];
  }
  if (!demand.exclusive && !demand.negated && demand.force !== 'permission' && has(language.exclusives)) {
    return [fail('quantifier', 'the sentence says "only" and the rule does not')];
  }
  return [];
}

function exceptionFailures(
  demand: Demand,
  { text, leadIn, tokens }: Candidate,
  language: Language,
): Failure[] {
  const whole = `${leadIn ?? ''} ${text}`;
  const rule = demand.tokens.map(({ word }) => word).join(' ');
  if (language.exceptions.test(whole) && !language.exceptions.test(rule)) {
    return [fail('exception', 'the sentence has an exception (except, unless, subject to, provided that)')];
  }
  const conditional = (list: Demand['tokens']): number =>
    list.filter(({ word }) => word === 'if' || word === 'when' || word === 'where').length;
  if (
    demand.force === 'duty' &&
    conditional(tokens) > conditional(demand.tokens) &&
    demand.conditions.length === 0
  ) {
    return [fail('exception', 'the sentence holds on a condition that the rule has not (if, when, where)')];
  }
  return [];
}
