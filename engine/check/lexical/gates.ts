import { longestSentence } from '../../chunk/sentences.ts';
import type { Language } from '../../language/language.ts';
import type { Token } from '../../language/tokens.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import { type Candidate, holdsTerm } from './candidates.ts';
import { governedAt, modalityOf, type VerbUse, verbUses } from './clause.ts';
import { conditionsOf, type ParsedRule, type Predicate } from './parsed-rule.ts';
import { comparable, equal, meets, type Quantity } from './rule-quantities.ts';

export type GateName =
  | 'language'
  | 'instruction'
  | 'fragment'
  | 'act'
  | 'words'
  | 'quantity'
  | 'force'
  | 'polarity'
  | 'condition'
  | 'quantifier'
  | 'exception';

/**
 * Why the words of a sentence do not support the rule. `says` is one plain sentence without a full stop. `kind`
 * separates what may conflict with the rule, what is weaker than it, and what exceeds it, from what is merely
 * missing.
 */
export type Failure = { gate: GateName; says: string; kind: 'missing' | 'met' | 'weaker' | 'conflict' };

/** A "not" negates the word after it within this many tokens. */
const denialReach = 3;
/** "Any information" covers more than one kind of it. */
const widening = new Set(['any']);
/** The words that an "and" joins are at most this far from it. */
const joinReach = 4;
/** "No more than" and "not only" do not negate. */
const limiting = new Set(
  'more less later earlier fewer greater longer shorter to only exceed exceeding'.split(' '),
);

/** Every gate that a sentence fails; an empty list means that the sentence alone says what the rule asks. */
export function failuresOf(parsedRule: ParsedRule, candidate: Candidate, language: Language): Failure[] {
  if (!language.complete) return [fail('language', 'Proviso does not know the cues of its language')];
  const use = actOf(parsedRule, candidate, language);
  return [
    ...instructionFailures(candidate),
    ...fragmentFailures(candidate),
    ...(use ? [] : [fail('act', noAct(parsedRule))]),
    ...wordFailures(parsedRule, candidate, use),
    ...quantityFailures(parsedRule, candidate),
    ...(use ? forceFailures(parsedRule, use, candidate, language) : []),
    ...furtherFailures(parsedRule, candidate, language),
    ...denialFailures(parsedRule, candidate, language),
    ...conditionFailures(parsedRule, candidate, language),
    ...directionFailures(parsedRule, candidate, language),
    ...quantifierFailures(parsedRule, candidate, language),
    ...exceptionFailures(parsedRule, candidate, language),
  ];
}

function instructionFailures({ instructs }: Candidate): Failure[] {
  if (!instructs) return [];
  return [fail('instruction', 'it is in text that reads like an instruction to the checker')];
}

/** What limits or negates a piece of a sentence may be in another piece. */
function fragmentFailures({ sentence }: Candidate): Failure[] {
  if (!sentence.fragment) return [];
  const most = longestSentence.toLocaleString('en-US');
  return [fail('fragment', `it is a piece of a sentence of more than ${most} characters`)];
}

/** Where the sentence states the rule's act: its verb as a verb, or, for "must be at least 8", its quantity. */
function actOf(
  parsedRule: ParsedRule,
  { tokens, quantities }: Candidate,
  language: Language,
): VerbUse | null {
  if (parsedRule.verb) {
    const uses = verbUses(tokens, parsedRule.verb.term, language);
    const exclusive = tokens.some(({ word }) => language.exclusives.has(word));
    return uses.find((use) => suits(parsedRule, use, exclusive)) ?? uses[0] ?? null;
  }
  const measure = quantities.find((one) => parsedRule.quantities.some((asked) => comparable(one, asked)));
  if (!measure) return null;
  const modal = parsedRule.tokens.findIndex(({ word }) => modalityOf(word, language) !== null);
  if (parsedRule.quantities.some(({ at }) => at > modal)) return governedAt(tokens, measure.from, language);
  const own = tokens.findIndex(({ word }) => modalityOf(word, language) !== null);
  return own < 0 ? null : governedAt(tokens, own + 2, language);
}

/** Whether a use of the act says what the rule asks. */
function suits(parsedRule: ParsedRule, use: VerbUse, exclusive: boolean): boolean {
  if (use.twice || parsedRule.verb?.twice) return false;
  if (parsedRule.onlyElsewhere && !use.negated && exclusive) return use.modality !== null;
  return use.negated === parsedRule.negated && strongEnough(parsedRule, use);
}

/** A required act is also permitted, an act that is not permitted is also not required, and a fact satisfies a duty. */
function strongEnough({ modality, negated }: Pick<Predicate, 'modality' | 'negated'>, use: VerbUse): boolean {
  if (use.modality === null) return false;
  if (negated && use.modality === 'permission') return true;
  if (modality === 'permission') return use.modality === 'permission' || use.modality === 'duty';
  if (modality === 'advice') return use.modality !== 'permission';
  return use.modality === 'duty' || use.modality === 'fact';
}

/** A rule with more than one modal states more than one requirement. */
function furtherFailures({ further }: ParsedRule, { tokens }: Candidate, language: Language): Failure[] {
  return further
    .filter(
      (act) =>
        !verbUses(tokens, act.term, language).some(
          (use) => !use.twice && !act.twice && use.negated === act.negated && strongEnough(act, use),
        ),
    )
    .map(({ word }) =>
      fail('act', `the sentence does not state the rule's second act ("${word}") in the same way`),
    );
}

/** Words that the rule negates and the sentence does not, or the reverse: "not completed", "without activity". */
function denialFailures(parsedRule: ParsedRule, { tokens }: Candidate, language: Language): Failure[] {
  const words = parsedRule.terms.filter(({ term }) => {
    const asked = denials(parsedRule.tokens, term, parsedRule, language);
    const stated = denials(tokens, term, parsedRule, language);
    return asked.length > 0 && stated.length > 0 && !asked.some((denied) => stated.includes(denied));
  });
  return words
    .slice(0, 1)
    .map(({ word }) => fail('polarity', `"${word}" is negated in one and not in the other`));
}

/**
 * Whether a "not" or "without" directly precedes each occurrence of a term; the act's own negation is checked with
 * the act.
 */
function denials(
  tokens: readonly Token[],
  term: string,
  { verb }: ParsedRule,
  language: Language,
): boolean[] {
  const word = (at: number): string => tokens[at]?.word ?? '';
  const denies = (at: number): boolean =>
    language.negations.has(word(at)) &&
    modalityOf(word(at - 1), language) === null &&
    (verb === null || tokens[at + 1]?.term !== verb.term) &&
    !language.denyingNouns.has(word(at + 1)) &&
    !limiting.has(word(at + 1));
  return tokens.flatMap((token, at) => {
    if (token.term !== term) return [];
    const near = Array.from({ length: denialReach }, (_, back) => at - 1 - back);
    return [near.some(denies)];
  });
}

function fail(gate: GateName, says: string, kind: Failure['kind'] = 'missing'): Failure {
  return { gate, says, kind };
}

function noAct({ verb, quantities }: ParsedRule): string {
  if (verb) return `no sentence has "${verb.word}" as the act`;
  return quantities.length > 0
    ? 'no sentence has a number of the same kind'
    : 'the rule has no act that words alone can identify';
}

/**
 * Every content word of the rule must be in the sentence. Requiring only a share of them reaches the same precision
 * on rules that were written to fit or not to fit, but accepts more than half of the rules with one word or name
 * replaced; requiring all accepts 2 %.
 */
function wordFailures(parsedRule: ParsedRule, candidate: Candidate, use: VerbUse | null): Failure[] {
  const codes = new Set(parsedRule.tokens.filter(({ code }) => code).map(({ term }) => term));
  const missing = [...parsedRule.agent, ...parsedRule.terms].filter(
    (term) => !holdsTerm(candidate.row, term) && !(codes.has(term.term) && candidate.context.has(term.term)),
  );
  if (missing.length > 0) {
    return [fail('words', `${wordList(missing)} ${missing.length > 1 ? 'are' : 'is'} not in the sentence`)];
  }
  return use && !actsFirst(parsedRule, candidate, use)
    ? [fail('words', 'the sentence and the rule name different actors')]
    : [];
}

/** The agent precedes the verb, or follows "by": "the seller shall pay the buyer" is not the reverse. */
function actsFirst(parsedRule: ParsedRule, { tokens }: Candidate, use: VerbUse): boolean {
  const places = parsedRule.agent.flatMap(({ term }) =>
    tokens.flatMap((token, at) => (token.term === term ? [at] : [])),
  );
  return (
    places.length === 0 ||
    places.some(
      (at) => at < use.at || tokens.slice(Math.max(0, at - 3), at).some(({ word }) => word === 'by'),
    )
  );
}

function wordList(terms: readonly RuleTerm[]): string {
  return terms
    .slice(0, 5)
    .map(({ word }) => `"${word}"`)
    .join(', ');
}

function quantityFailures(parsedRule: ParsedRule, candidate: Candidate): Failure[] {
  const { tokens } = candidate;
  const stated = new Set(tokens.filter(({ kind }) => kind === 'number').map(({ term }) => term));
  const other = parsedRule.tokens.find(
    ({ kind, term }, at) =>
      kind === 'number' &&
      !stated.has(term) &&
      !parsedRule.quantities.some(({ from, to }) => from <= at && at <= to),
  );
  const failures = limitFailures(parsedRule, candidate);
  if (failures.length > 0 || !other) return failures;
  return [fail('quantity', 'a number that the rule names is not in the sentence')];
}

function limitFailures(parsedRule: ParsedRule, candidate: Candidate): Failure[] {
  return parsedRule.quantities.flatMap((asked): Failure[] => {
    if (candidate.quantities.some((one) => equal(one, asked))) return [];
    const other = candidate.quantities.find((one) => comparable(one, asked));
    if (!other) return [fail('quantity', 'the sentence does not contain the number that the rule names')];
    const stated = `the sentence says "${phraseOf(candidate, other)}"`;
    if (other.value === asked.value) {
      return [fail('quantity', `${stated}, which sets another kind of limit than the rule`)];
    }
    return meets(other, asked)
      ? [
          fail(
            'quantity',
            `${stated}, which is within the rule's limit`,
            isMet(parsedRule, asked) ? 'met' : 'missing',
          ),
        ]
      : [fail('quantity', `${stated} where the rule sets another limit`, 'conflict')];
  });
}

/**
 * Whether exceeding a rule's limit still meets the rule. A duty is met by exceeding it, and so is a right to an
 * amount; a right under a limit is not: a party that may cancel within 14 days may not cancel within 30. "Invoices
 * are payable within 30 days" is ambiguous.
 */
function isMet({ modality, negated, verb }: ParsedRule, { comparison }: Quantity): boolean {
  if (negated || (modality === 'permission' && verb !== null)) return false;
  return modality === 'duty' || comparison === 'min' || comparison === 'above';
}

/** A quantity in the sentence's own words. */
function phraseOf({ whole, tokens }: Candidate, { from, to }: Quantity): string {
  const [first, last] = [tokens[from], tokens[to]];
  return first && last ? whole.slice(first.start, last.end).replace(/\s+/g, ' ') : '';
}

function forceFailures(
  parsedRule: ParsedRule,
  use: VerbUse,
  { tokens }: Candidate,
  language: Language,
): Failure[] {
  const exclusive = tokens.some(({ word }) => language.exclusives.has(word));
  if (suits(parsedRule, use, exclusive)) return [];
  if (use.negated !== parsedRule.negated) {
    return [
      parsedRule.negated
        ? fail('polarity', 'the rule forbids the act and the sentence does not', 'conflict')
        : fail('polarity', 'the sentence forbids or denies the act and the rule does not', 'conflict'),
    ];
  }
  if (use.modality === 'advice')
    return [fail('force', 'the sentence recommends ("should") what the rule requires', 'weaker')];
  if (use.modality === 'permission')
    return [fail('force', 'the sentence permits ("may") what the rule requires', 'weaker')];
  return [fail('force', 'the sentence does not state it as a duty, a permission or a fact as the rule does')];
}

function conditionFailures(parsedRule: ParsedRule, { tokens }: Candidate, language: Language): Failure[] {
  const stated = conditionsOf(tokens, language);
  return parsedRule.conditions
    .filter((asked) => !stated.some(({ kind, term }) => kind === asked.kind && term === asked.term))
    .slice(0, 1)
    .map(({ word }) =>
      fail('condition', `the sentence does not state the rule's condition ("${word}") in the same way`),
    );
}

/** "From the seller to the buyer" is not "to the seller". */
function directionFailures(parsedRule: ParsedRule, { tokens }: Candidate, language: Language): Failure[] {
  return parsedRule.terms
    .filter(({ term }) => {
      const asked = directionsOf(parsedRule.tokens, term, language);
      const stated = directionsOf(tokens, term, language);
      return asked.size > 0 && stated.size > 0 && ![...asked].some((word) => stated.has(word));
    })
    .slice(0, 1)
    .map(({ word }) => fail('condition', `the sentence has another preposition before "${word}"`));
}

function directionsOf(tokens: readonly Token[], term: string, language: Language): Set<string> {
  const found = new Set<string>();
  tokens.forEach((token, at) => {
    if (token.term !== term) return;
    for (let before = at - 1; before >= Math.max(0, at - denialReach); before -= 1) {
      const word = tokens[before]?.word ?? '';
      if (language.directions.has(word)) found.add(word);
      if (!language.stopWords.has(word)) break;
    }
  });
  return found;
}

function quantifierFailures(
  parsedRule: ParsedRule,
  { tokens, text }: Candidate,
  language: Language,
): Failure[] {
  const has = (words: ReadonlySet<string>): boolean => tokens.some(({ word }) => words.has(word));
  if (parsedRule.exclusive && (!has(language.exclusives) || language.openings.test(text))) {
    return [
      !has(language.exclusives) && (language.openings.test(text) || has(language.universals) || has(widening))
        ? fail('quantifier', 'the rule says "only" and the sentence includes more', 'conflict')
        : fail('quantifier', 'the rule says "only" and the sentence leaves more open'),
    ];
  }
  if (parsedRule.universal && !has(language.universals)) {
    return [fail('quantifier', 'the rule covers all and the sentence does not say all')];
  }
  const [asked, weaker] = parsedRule.negated ? (['one', 'all'] as const) : (['all', 'one'] as const);
  const pairs = joins(tokens, weaker, language);
  if (joins(parsedRule.tokens, asked, language).some((pair) => pairs.includes(pair))) {
    return [fail('quantifier', 'the rule and the sentence differ in "and" and "or"')];
  }
  if (
    !parsedRule.exclusive &&
    !parsedRule.negated &&
    parsedRule.modality !== 'permission' &&
    has(language.exclusives)
  ) {
    return [fail('quantifier', 'the sentence says "only" and the rule does not')];
  }
  return [];
}

/** The pairs of terms that an "and" joins, or an "or". */
function joins(tokens: readonly Token[], kind: 'all' | 'one', language: Language): string[] {
  const nearest = (near: readonly Token[]): Token | undefined =>
    near.find(({ word }) => !language.stopWords.has(word));
  return tokens.flatMap(({ word }, at) => {
    if (language.joining.get(word) !== kind) return [];
    const before = nearest(tokens.slice(Math.max(0, at - joinReach), at).reverse());
    const after = nearest(tokens.slice(at + 1, at + 1 + joinReach));
    return before && after ? [`${before.term} ${after.term}`] : [];
  });
}

function exceptionFailures(
  parsedRule: ParsedRule,
  { text, leadIn, tokens }: Candidate,
  language: Language,
): Failure[] {
  const whole = `${leadIn ?? ''} ${text}`;
  const rule = parsedRule.tokens.map(({ word }) => word).join(' ');
  if (parsedRule.hedged) return [];
  if (language.exceptions.test(whole) && !language.exceptions.test(rule)) {
    return [
      fail(
        'exception',
        'the sentence has an exception (except, unless, subject to, provided that)',
        'weaker',
      ),
    ];
  }
  const conditional = (list: ParsedRule['tokens']): number =>
    list.filter(({ word }) => word === 'if' || word === 'when' || word === 'where').length;
  if (
    parsedRule.modality === 'duty' &&
    conditional(tokens) > conditional(parsedRule.tokens) &&
    parsedRule.conditions.length === 0
  ) {
    return [fail('exception', 'the sentence has a condition that the rule does not have (if, when, where)')];
  }
  return [];
}
